/** What a request may be about. */
export interface Ground {
  /** Two executions with many results, and one that another call settles. */
  head: string
  base: string
  running: string
  /** Of the first of them. */
  journal: string
  /** Ids of tests of these. */
  tests: string[]
  fingerprint: string
  /** As many tests as one request may rename, with the tests that they became. */
  renamed: { from: string; to: string }[]
  /** An execution of 400 results whose files many lines of CODEOWNERS may own. */
  small: string
  /** An execution with artifacts: a text and an archive. */
  withFiles: string
  text: string
  zip: string
  /** The session of an admin. */
  session: string
}

/** A request of the organization that has everything. */
export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** A value as JSON, or a text as it is. */
  body?: unknown
  /** How often it is sent, one after the other; once if absent. */
  times?: number
  /** All of them at once instead. */
  together?: true
  /** By a person's session; by a key if absent. */
  isPersonal?: true
  /** What the server must refuse, and cheaply. Any other refusal measures nothing. */
  isRefused?: true
  headers?: Record<string, string>
}

/**
 * The dearest requests of an operation: with the most that its input may hold, about the most that is stored. Or a
 * sentence that says why it cannot grow.
 */
export type Entry = string | ((ground: Ground) => Call[])

export const get = (path: string, times = 3): Call => ({ method: 'GET', path, times })
export const post = (path: string, body: unknown): Call => ({ method: 'POST', path, body })
export const refused = (path: string, body: unknown): Call => ({ ...post(path, body), isRefused: true })
/** A read that finds nothing. */
export const missing = (path: string): Call => ({ ...get(path), isRefused: true })
/** A call of a tool of MCP, with as many tokens as it may ask for. */
export const tool = (name: string, args: object): Call => ({
  ...post('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: { max_tokens: 20_000, ...args }, _meta: META },
  }),
  times: 3,
  headers: {
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': VERSION,
    'mcp-method': 'tools/call',
    'mcp-name': name,
  },
})
export const put = (path: string, body: unknown): Call => ({ method: 'PUT', path, body })
export const remove = (path: string): Call => ({ method: 'DELETE', path })

export const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i))

const VERSION = '2026-07-28'
const META = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}
