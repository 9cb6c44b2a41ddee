import { Command, Option } from 'commander'
import type { AgentMessage } from '../agent/message.ts'
import type { Call } from '../call.ts'
import { type Manual, manualText } from '../terminal/manual.ts'
import { say } from '../terminal/messages.ts'
import { toJson } from '../terminal/to-json.ts'
import { inboxCommand } from './agent-inbox.ts'
import { sendCommand } from './agent-send.ts'
import { AGENT_ENVIRONMENT, actingAgent, nameFrom, numberFrom, URL_OPTION } from './options.ts'

interface ListenOptions {
  agent?: string
  once?: boolean
  timeout?: number
  hook?: 'claude' | 'claude-async' | 'codex'
  url?: string
  json?: boolean
}

/** The default number of seconds that a hook waits: while it waits, the agent looks busy. */
const HOOK_SECONDS = 50
/** The exit code that wakes Claude Code from a hook in the background. */
const WAKE_CODE = 2
const TIMED_OUT = 4

const GROUP: Manual = {
  text: `Agents of an organization send each other messages over svc. These commands let an agent that
runs in a terminal take part.`,
  examples: [
    ['npx --no svc agent listen', 'print messages as they arrive'],
    ['npx --no svc agent send fixer "main is red"', 'send a message'],
    ['npx --no svc agent inbox', 'print the messages that wait'],
  ],
  environment: AGENT_ENVIRONMENT,
  seeAlso: ['agent listen', 'agent send', 'agent inbox', 'mcp'],
}

const LISTEN: Manual = {
  text: `Waits for messages to an agent, prints them, and acknowledges what it has printed. Messages that
wait already are printed at once. If the server restarts or the network breaks, the command connects
again and misses nothing. A message may be printed twice after a crash; its id is the same.

--hook is for the stop hook of a coding agent: the command waits, and if a message arrives the agent
continues with it. claude and codex print {"decision":"block","reason":"..."} on standard output.
claude-async is for a Claude Code hook with asyncRewake: it prints the text on standard error and
exits with 2, which wakes an idle session. A hook ends without a word, and with 0, if no message
arrives within --timeout (default ${HOOK_SECONDS} s).`,
  examples: [
    ['npx --no svc agent listen --agent fixer', 'print every message to fixer'],
    ['npx --no svc agent listen --once --timeout 600', 'wait up to ten minutes for the next message'],
    ['npx --no svc agent listen --hook claude', 'the command of a Stop hook'],
  ],
  json: `one line for each message:
{ "id", "sequence", "from": { "name", "displayName", "instance" }, "to",
  "type", "priority", "channel", "replyTo", "message", "createdAt",
  "verified" }
If the row was changed on the server, verified is false and message absent.`,
  exitCodes: {
    0: 'messages were printed, or a hook found none',
    1: 'the server refused, or address or key is missing or wrong',
    4: 'no message arrived within --timeout; never with --hook',
  },
  environment: AGENT_ENVIRONMENT,
  seeAlso: ['agent send', 'agent inbox', 'mcp', 'keys create'],
}

/** `svc agent`: messages between agents. */
export const agentCommand = (call: Call): Command =>
  new Command('agent')
    .description('send and receive messages of agents')
    .addHelpText('after', manualText(GROUP))
    .addCommand(listenCommand(call))
    .addCommand(sendCommand(call))
    .addCommand(inboxCommand(call))

const listenCommand = (call: Call): Command =>
  new Command('listen')
    .description('wait for messages to an agent, and print them')
    .option('--agent <name>', 'name of the agent (default: SVC_AGENT)', nameFrom)
    .option('--once', 'end after the first messages')
    .option('--timeout <seconds>', 'end if no message arrives within this time', numberFrom(1, 86_400))
    .addOption(
      new Option('--hook <agent>', 'answer as the stop hook of a coding agent').choices([
        'claude',
        'claude-async',
        'codex',
      ]),
    )
    .option(...URL_OPTION)
    .option('--json', 'print one JSON document for each message')
    .addHelpText('after', manualText(LISTEN))
    .action((options: ListenOptions) => listenFor(call, options))

const listenFor = async (call: Call, options: ListenOptions) => {
  const [{ makeStream }, { listen }, { connect }, views] = await Promise.all([
    import('@svc/client/cli'),
    import('../agent/listen.ts'),
    import('../server/connect.ts'),
    import('../views/agent.ts'),
  ])
  const { hook } = options
  const connection = await connect(call, { ...(options.url !== undefined && { url: options.url }) })
  const { url, apiKey, proxy, ask } = connection
  const agent = actingAgent(call, options) ?? null
  const seconds = options.timeout ?? (hook ? HOOK_SECONDS : null)
  const stopping = new AbortController()
  const forget = call.onInterrupt?.(() => stopping.abort())
  const forAgent = { headers: agent === null ? {} : { 'svc-agent': agent } }

  const show = async (messages: AgentMessage[]): Promise<AgentMessage[]> => {
    if (hook === undefined) {
      for (const each of messages)
        await written(call.stdout, options.json ? `${toJson(each)}\n` : `${views.messageText(each)}\n`)
      return messages
    }
    const { text, shown } = views.hookText(messages)
    if (hook === 'claude-async') {
      await written(call.stderr, `${text}\n`)
      call.exitCode = WAKE_CODE
    } else await written(call.stdout, `${toJson({ decision: 'block', reason: text })}\n`)
    return shown
  }
  const shown = await listen({
    url,
    apiKey,
    agent,
    stream: makeStream(proxy),
    timeoutMs: seconds === null ? null : seconds * 1_000,
    isOnce: options.once === true || hook !== undefined,
    show,
    acknowledge: async (ids) => {
      await ask((client) => client.acknowledgeMessages({ ids }, forAgent))
    },
    tell: (text) => say(call, 'svc: ', text),
    signal: stopping.signal,
  })
  forget?.()
  if (shown === 0 && hook === undefined && !stopping.signal.aborted) call.exitCode = TIMED_OUT
}

/** Resolves when the text has left this process; only then may the messages count as delivered. */
const written = (stream: { write(text: string, done?: () => void): unknown }, text: string): Promise<void> =>
  new Promise((resolve) => {
    // The stream of a test accepts no callback.
    if (stream.write.length < 2) {
      stream.write(text)
      resolve()
    } else stream.write(text, resolve)
  })
