import type { ProxyConfig } from './config.ts'

export interface Answer {
  status: number
  header(name: string): string | null
  body: string
}

/** Sends a body, or asks where there is none, and reads the answer; rejects where no whole answer came. */
export type Post = (
  url: string,
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | string | undefined,
  timeoutMs: number,
) => Promise<Answer>

/** The built-in fetch, or one through the proxy that the environment names; never for this machine itself. */
export const makePost = async (url: string, proxy: ProxyConfig | undefined): Promise<Post> =>
  proxy && !isLoopback(url) ? throughProxy(proxy) : direct

const direct: Post = async (url, headers, body, timeoutMs) =>
  toAnswer(await fetch(url, request(headers, body, timeoutMs)))

/** Loaded only here: most machines have no proxy, and the library is large. */
const throughProxy = async (proxy: ProxyConfig): Promise<Post> => {
  const { EnvHttpProxyAgent, fetch: fetchThrough } = await import('undici')
  const dispatcher = new EnvHttpProxyAgent({
    ...(proxy.http && { httpProxy: proxy.http }),
    ...(proxy.https && { httpsProxy: proxy.https }),
    noProxy: proxy.except ?? '',
  })
  return async (url, headers, body, timeoutMs) =>
    toAnswer(await fetchThrough(url, { ...request(headers, body, timeoutMs), dispatcher }))
}

/** A redirect is not followed: it would carry the key to an address nobody configured. */
const request = (
  headers: Record<string, string>,
  body: Uint8Array<ArrayBuffer> | string | undefined,
  timeoutMs: number,
) => ({
  method: body === undefined ? 'GET' : 'POST',
  headers,
  ...(body !== undefined && { body }),
  redirect: 'manual' as const,
  signal: AbortSignal.timeout(Math.max(1, Math.round(timeoutMs))),
})

const toAnswer = async (response: {
  status: number
  headers: { get(name: string): string | null }
  text(): Promise<string>
}): Promise<Answer> => ({
  status: response.status,
  header: (name) => response.headers.get(name),
  body: await response.text(),
})

const isLoopback = (url: string) =>
  /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)

/** Says in words why no answer came. */
export const describeNetworkError = (error: unknown): { reason: string; isLasting: boolean } => {
  const names = codes(error)
  for (const name of names) {
    const known = NETWORK_ERRORS[name]
    if (known) return { reason: `${known} (${name})`, isLasting: LASTING.has(name) }
    if (/CERT|SIGNED|VERIFY|SSL|TLS/.test(name))
      return { reason: `the server's certificate is not trusted (${name})`, isLasting: true }
  }
  const detail = names[0] ?? innermost(error)
  return { reason: `the connection failed (${detail})`, isLasting: false }
}

const NETWORK_ERRORS: Record<string, string | undefined> = {
  ECONNREFUSED: 'nothing listens at this address',
  ENOTFOUND: 'its name could not be resolved',
  EAI_AGAIN: 'its name could not be resolved',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  UND_ERR_CONNECT_TIMEOUT: 'no connection came about in time',
  ETIMEDOUT: 'no connection came about in time',
  TimeoutError: 'no answer came in time',
}

/** Waiting rarely helps with these, and everybody whose server is down would wait at the end of every run. */
const LASTING = new Set(['ECONNREFUSED', 'ENOTFOUND'])

const innermost = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : innermost(error.cause)
}

/** The codes of an error and its causes, outermost first; a fetch hides the real one below. */
const codes = (error: unknown): string[] => {
  const found: string[] = []
  for (let each = error, depth = 0; each instanceof Error && depth < 5; each = each.cause, depth += 1) {
    if ('code' in each && typeof each.code === 'string') found.push(each.code)
    if (each.name === 'TimeoutError') found.push(each.name)
    if (each instanceof AggregateError) found.push(...each.errors.flatMap(codes))
  }
  return found
}
