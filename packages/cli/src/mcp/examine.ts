import { makeStream } from '@svc/client/cli'
import { type Finding, findingsOf } from '../doctor/finding.ts'
import { Refusal } from '../refusal.ts'
import type { Connection } from '../server/connect.ts'
import { onServer } from '../terminal/on-server.ts'
import { runBridge } from './bridge.ts'
import type { Message } from './message.ts'

/** The scopes that tools need. */
const TOOL_SCOPES = ['read', 'knowledge', 'bus']

const VERSION = '2026-07-28'

interface Asking {
  /** Of this command. */
  version: string
  /** The slug that pins all calls. */
  project: string | undefined
}

/** Examines a server as an agent would use it; stops at the first problem that prevents everything else. */
export const examine = async (connection: Connection, asking: Asking): Promise<Finding[]> => {
  const findings: Finding[] = []
  try {
    findings.push(...(await examineKey(connection)))
    const answers = await askAsAgent(connection, asking)
    findings.push(protocolOf(answers.discover), toolsOf(answers.tools), projectOf(answers.accounts))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { problem } = findingsOf(error.code === 'UNAUTHORIZED' ? 'key' : 'server')
    findings.push(
      problem(error.message, { reason: 'agents receive no answer', ...(error.next && { fix: error.next }) }),
    )
  }
  return findings
}

const examineKey = async (connection: Connection): Promise<Finding[]> => {
  const { ok, warning } = findingsOf('key')
  const { data } = await connection.ask((client) => client.whoAmI())
  const server = findingsOf('server').ok(`${connection.url}, version ${data.server.version}`)
  if (!data.key) return [server, ok('the token of a session')]
  const { name, role, scopes, project } = data.key
  const missing = TOOL_SCOPES.filter((scope) => !(scopes as string[]).includes(scope))
  const what = `"${name}", role ${role}, scopes ${scopes.join(', ')}, ${project === null ? 'all projects' : `project ${project}`}`
  if (missing.length === 0) return [server, ok(what)]
  return [
    server,
    warning(what, {
      reason: `tools that need ${missing.join(' or ')} are refused`,
      fix: "an admin creates a key of its own for each agent in the dashboard (Settings, Keys), or next to the server's data",
      paste: onServer('keys create my-agent'),
    }),
  ]
}

interface Answers {
  discover: Message
  tools: Message
  accounts: Message
}

/** The answers to a short session of an agent. */
const askAsAgent = async (connection: Connection, { version, project }: Asking): Promise<Answers> => {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'svc mcp doctor', version },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const requests = [
    { method: 'server/discover', params: {} },
    { method: 'tools/list', params: {} },
    { method: 'tools/call', params: { name: 'svc_list_accounts', arguments: {} } },
  ]
  const lines = requests.map(({ method, params }, id) =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta: meta } }),
  )
  const answers: Message[] = []
  const { url, apiKey, proxy, project: folderProject } = connection
  await runBridge({
    url,
    apiKey,
    headers: project ? { 'svc-project': project } : {},
    ...(!project && folderProject && { folderProject }),
    stream: makeStream(proxy),
    lines: (async function* () {
      yield* lines
    })(),
    write: (text) => {
      const message = JSON.parse(text) as Message
      answers[Number(message.id)] = message
    },
    tell: () => undefined,
    patienceMs: 0,
    pause: async () => undefined,
  })
  const [discover, tools, accounts] = answers
  if (!discover || !tools || !accounts)
    throw new Refusal(`${url}/mcp gave no answer`, { next: "look at the server's log" })
  const failed = answers.find(({ error }) => error)
  if (failed?.error)
    throw new Refusal(failed.error.message, {
      next: `upgrade the server if it is older than this command (${version}); else look at the proxies before it`,
    })
  return { discover, tools, accounts }
}

const protocolOf = ({ result }: Message): Finding => {
  const versions = (result?.supportedVersions ?? []) as string[]
  return findingsOf('protocol').ok(`MCP ${versions.join(', ')}, and the versions before it`)
}

const toolsOf = ({ result }: Message): Finding => {
  const tools = (result?.tools ?? []) as object[]
  return findingsOf('tools').ok(`${tools.length} tools`)
}

const projectOf = ({ result }: Message): Finding => {
  const { ok, warning } = findingsOf('project')
  const { accounts = [], error } = (result?.structuredContent ?? {}) as {
    accounts?: { slug: string; name: string; active: boolean }[]
    error?: { code: string; message: string }
  }
  if (error) return warning(error.message, { reason: 'no tool works with it' })
  const active = accounts.find((account) => account.active)
  if (active) return ok(`${active.slug} is active`)
  return warning('there is no project yet', {
    reason: 'tools about results need one',
    fix: 'run tests with a reporter; the first results make one',
  })
}
