import { type Config, describeNetworkError, makePost } from '@svc/client/cli'
import { field, parseJson, textField } from '../project/json.ts'
import { oneLine } from '../terminal/text.ts'

/** Timeout of a request, unless a caller gives another. */
const STEP_MS = 5_000

/** The server's answer. */
export interface ServerAnswer {
  /** Status of the answer; 0 without one. */
  status: number
  /** Why no answer arrived, or the message of a refusal; may be empty. */
  message: string
  /** True if an svc server answered. */
  isOurs: boolean
  /** Target of a redirect; may be empty. */
  location: string
  /** Host and port of the proxy that the request went to. */
  proxy: string | undefined
  tookMs: number
  /** What the server reports about the key. */
  who: ReturnType<typeof readWhoAmI>
}

type Server = Pick<Config, 'url' | 'apiKey' | 'proxy'> & { stepMs: number | undefined }

/** Asks who the key belongs to: the cheapest request, which every key may make. */
export const askWhoAmI = (server: Server): Promise<ServerAnswer> => ask(server, '/api/whoami', undefined)

/** Sends an upload without a body. The server checks key and rights, refuses it as empty (400), and stores nothing. */
export const askUpload = (server: Server): Promise<ServerAnswer> =>
  ask(server, '/api/ingest', new Uint8Array())

const ask = async (
  { url, apiKey, proxy, stepMs = STEP_MS }: Server,
  path: string,
  body: Uint8Array | undefined,
): Promise<ServerAnswer> => {
  const start = performance.now()
  const headers = {
    ...(apiKey && { authorization: `Bearer ${apiKey}` }),
    ...(body && { 'content-type': 'application/x-ndjson' }),
  }
  try {
    const post = makePost(proxy)
    const answer = await post(`${url}${path}`, headers, body, stepMs)
    const json = parseJson(answer.body)
    const who = answer.status === 200 ? readWhoAmI(field(json, 'data')) : undefined
    const isRefusal = field(json, 'success') === false && textField(json, 'error', 'code') !== undefined
    return {
      status: answer.status,
      message: shortLine(textField(json, 'error', 'message'), apiKey),
      isOurs: who !== undefined || (answer.status !== 200 && isRefusal),
      location: answer.header('location') ?? '',
      proxy: answer.proxy,
      tookMs: performance.now() - start,
      who,
    }
  } catch (error) {
    const message = describeNetworkError(error, url).reason
    return { status: 0, message, isOurs: false, location: '', proxy: undefined, tookMs: 0, who: undefined }
  }
}

const readWhoAmI = (data: unknown) => {
  const text = (...path: string[]) => shortLine(textField(data, ...path))
  const scopes = field(data, 'key', 'scopes')
  const who = {
    organization: text('organization', 'name'),
    keyName: text('key', 'name'),
    role: text('key', 'role'),
    scopes: shortLine(Array.isArray(scopes) ? scopes.join(', ') : undefined),
    /** Slug of the only project that the key can use. */
    project: text('key', 'project') || undefined,
    expiresAt: textField(data, 'key', 'expiresAt'),
    serverVersion: text('server', 'version'),
  }
  return who.role && who.serverVersion && Array.isArray(scopes) ? who : undefined
}

/**
 * Text of another machine, made safe for a terminal: short, without control characters, and never
 * with the key.
 */
const shortLine = (text = '', key?: string): string =>
  oneLine(key ? text.replaceAll(key, '[redacted]') : text).slice(0, 300)
