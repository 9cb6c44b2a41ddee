import { createInterface } from 'node:readline'
import { Command } from 'commander'
import type { Call } from '../call.ts'
import { Refusal } from '../refusal.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { printOwn } from '../terminal/print.ts'
import { cellsOf, isColoured } from '../terminal/screen.ts'
import { AGENT_ENVIRONMENT, actingAgent, nameFrom, URL_OPTION } from './options.ts'

interface Options {
  url?: string
  project?: string
  agent?: string
}

/** How long a server may be unavailable, milliseconds; a restart takes less. */
const PATIENCE_MS = 60_000

const ENVIRONMENT = {
  SVC_AGENT: AGENT_ENVIRONMENT.SVC_AGENT,
  SVC_PROJECT: 'slug of the project of all calls (default: that of the folder, until the agent switches)',
}

const BRIDGE: Manual = {
  text: `Connects an agent that speaks MCP over standard input to the server. It passes every message on,
of every version of the protocol. The agent starts it; you only put it into the agent's
configuration. Calls are about the project of the folder that it starts in, if the server knows
it, until the agent switches to another. If the server restarts, calls wait for it for a minute.
Agents that speak HTTP need no bridge: svc mcp doctor prints the lines for them.`,
  examples: [
    ['npx --no svc mcp doctor', 'what to put where'],
    ['npx --no svc mcp --project shop', 'every call is about this project'],
    ['npx --no svc mcp --agent fixer', 'every call is from this agent; needed if a key has several'],
  ],
  exitCodes: { 0: 'the agent ended the session', 1: 'address or key is missing or wrong' },
  environment: ENVIRONMENT,
  seeAlso: ['mcp doctor', 'keys create'],
}

const DOCTOR: Manual = {
  text: `Asks the server what an agent with this key would find: address, key, scopes, version of the
protocol, tools and the active project. Then it prints the configuration of Claude Code, Codex,
Cursor, VS Code and Gemini CLI. It prints no key: the agents read SVC_API_KEY. It calls one tool,
which counts as one call of the key.`,
  examples: [['npx --no svc mcp doctor', 'before an agent is set up, or if one has no tools']],
  json: `{ "url", "isReady",
  "findings": [{ "check", "state": "ok" | "warning" | "problem", "found",
                 "reason"?, "fix"?, "paste"?: [line] }],
  "setups": [{ "client", "file"?, "lines": [line] }] }`,
  exitCodes: { 0: 'an agent can work', 1: 'it cannot; a line says why and what to do' },
  environment: { SVC_PROJECT: undefined, SVC_AGENT: undefined },
  seeAlso: ['mcp', 'doctor', 'keys create'],
}

/** `svc mcp`: connects agents to the server. */
export const mcpCommand = (call: Call): Command => {
  const bridge = new Command('mcp')
    .description('connect an agent to the server over standard input')
    .option('--project <slug>', 'project of all calls (default: SVC_PROJECT)', nameFrom)
    .option('--agent <name>', 'agent that calls (default: SVC_AGENT)', nameFrom)
    .option(...URL_OPTION)
    .addHelpText('after', manualText(BRIDGE))
    .action((options: Options) => connectAgent(call, options))
  bridge
    .command('doctor')
    .description('say what an agent finds, and print the configuration of agents')
    .option('--project <slug>', 'project of all calls (default: SVC_PROJECT)', nameFrom)
    .option(...URL_OPTION)
    .option('--json', 'print one JSON document instead of lines')
    .addHelpText('after', manualText(DOCTOR))
    .action((_: Options, doctor: Command) =>
      // Commander gives an option that both commands have to the first of them.
      examineServer(call, doctor.optsWithGlobals()),
    )
  return bridge
}

const connectAgent = async (call: Call, options: Options) => {
  const [{ makeStream, sleep }, { runBridge }, { connect }] = await Promise.all([
    import('@svc/client/cli'),
    import('../mcp/bridge.ts'),
    import('../server/connect.ts'),
  ])
  const { url, apiKey, proxy, project: folderProject } = await connect(call, options)
  const { stdin } = call
  if (!stdin) throw new Refusal('there is no standard input to read from')
  if (stdin.isTTY)
    say(
      call,
      'svc: ',
      'this is for agents, and waits for their messages; svc mcp doctor says how to set one up',
    )
  const project = projectOf(call, options)
  const agent = actingAgent(call, options)
  await runBridge({
    url,
    apiKey,
    headers: { ...(project && { 'svc-project': project }), ...(agent && { 'svc-agent': agent }) },
    ...(!project && folderProject && { folderProject }),
    stream: makeStream(proxy),
    lines: createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY }),
    write: (message) => void call.stdout.write(`${message}\n`),
    tell: (text) => say(call, 'svc: ', text),
    patienceMs: PATIENCE_MS,
    pause: sleep,
  })
}

const projectOf = (call: Call, { project }: Options) => project ?? call.env.SVC_PROJECT

const examineServer = async (call: Call, options: Options) => {
  const [{ examine }, { clientSetups }, { connect }, { mcpDoctorText }] = await Promise.all([
    import('../mcp/examine.ts'),
    import('../mcp/client-lines.ts'),
    import('../server/connect.ts'),
    import('../views/mcp.ts'),
  ])
  const connection = await connect(call, options)
  const findings = await examine(connection, { version: call.version, project: projectOf(call, options) })
  const isReady = findings.every(({ state }) => state !== 'problem')
  const setups = clientSetups(connection.url)
  const { url } = connection
  printOwn(call, { url, isReady, findings, setups }, () =>
    mcpDoctorText(findings, setups, {
      isPlain: !isColoured(call.stdout, call.env),
      cells: cellsOf(call.stdout),
    }),
  )
  call.exitCode = isReady ? 0 : 1
}
