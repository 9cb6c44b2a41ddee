/** A JSON-RPC message, with the fields that the bridge reads. */
export interface Message {
  id?: string | number | null
  method?: string
  params?: {
    name?: unknown
    uri?: unknown
    requestId?: unknown
    _meta?: Record<string, unknown>
    [name: string]: unknown
  }
  result?: { protocolVersion?: unknown; tools?: unknown; [name: string]: unknown }
  error?: { code: number; message: string }
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'

/** The version of the protocol that a message carries; undefined for clients before 2026. */
const versionOf = ({ params }: Message): string | undefined => {
  const version = params?._meta?.[VERSION]
  return typeof version === 'string' ? version : undefined
}

/**
 * The headers in which HTTP repeats parts of a message. `negotiated` is the version of an older
 * client's handshake.
 */
export const headersOf = (message: Message, negotiated: string | undefined): Record<string, string> => {
  const version = versionOf(message)
  if (version === undefined)
    return negotiated === undefined ? {} : { 'mcp-protocol-version': asHeader(negotiated) }
  const { method = '', params = {} } = message
  const name = method === 'resources/read' ? params.uri : NAMED.has(method) ? params.name : undefined
  return {
    'mcp-protocol-version': asHeader(version),
    'mcp-method': asHeader(method),
    ...(typeof name === 'string' && { 'mcp-name': asHeader(name) }),
  }
}

const NAMED = new Set(['tools/call', 'prompts/get'])

/** Text beyond plain ASCII is sent in base64, as the protocol requires. */
const asHeader = (text: string): string => {
  const isPlain = text !== '' && text === text.trim() && /^[\t\x20-\x7e]*$/.test(text)
  return isPlain && !text.startsWith('=?base64?')
    ? text
    : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

/** An answer on behalf of the server. */
export const failure = (id: Message['id'], message: string): Message & { jsonrpc: '2.0' } => ({
  jsonrpc: '2.0',
  id: id ?? null,
  error: { code: SERVER_ERROR, message },
})

const SERVER_ERROR = -32_000

export const isRequest = ({ id, method }: Message): boolean =>
  method !== undefined && id !== undefined && id !== null
