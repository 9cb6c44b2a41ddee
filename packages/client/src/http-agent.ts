import { BlockList, isIP } from 'node:net'
import type { Dispatcher } from 'undici'
import type { ProxyConfig } from './config.ts'
import { NetworkError } from './http-errors.ts'

interface Asked extends Dispatcher.RequestOptions {
  signal?: AbortSignal
}

/** How requests reach one origin. */
export interface Route {
  request(options: Asked): Promise<Dispatcher.ResponseData>
  /** Host and port of the proxy on the route, once a connection was tried. */
  proxy(): string | undefined
  /** The reason of a failed request, in Node's codes and ours. */
  failure(error: unknown, waited: Waited): Error
}

/** Milliseconds: since the request began, and until it counts as silent. */
interface Waited {
  ms: number
  silenceMs: number
}

/** The time limit for TCP and TLS; it allows a packet to be lost twice. */
const CONNECT_MS = 5_000
/** Loads undici, which takes longer than the rest of the client: with the first request, or before it. */
export const loadUndici = () => import('undici')

/** Returns the routes of requests. Each origin has one, so its connections are used again. */
export const findRoutes = (proxy: ProxyConfig | undefined) => {
  const routes = new Map<string, Route>()
  return async (url: URL): Promise<Route> => {
    const undici = await loadUndici()
    const known = routes.get(url.origin)
    const route = known ?? makeRoute(undici, url, proxy, () => void routes.delete(url.origin))
    routes.set(url.origin, route)
    return route
  }
}

const makeRoute = (
  { buildConnector, EnvHttpProxyAgent, Pool }: typeof import('undici'),
  url: URL,
  { http, https, except = '' }: ProxyConfig = {},
  onGivenUp: () => void,
): Route => {
  const named = readProxy(url.protocol === 'https:' ? https : http)
  const givenUp = new AbortController()
  const connecting = {
    timeout: CONNECT_MS,
    // If a name has several addresses, Node gives each except the last a quarter of a second.
    autoSelectFamilyAttemptTimeout: 1_000,
    // undici itself does not end a connection that is not made yet, and it would keep the process alive.
    signal: givenUp.signal,
  }
  const connect = buildConnector(connecting)
  let isDirect = false
  const agent = new EnvHttpProxyAgent({
    // An https address uses no proxy for http, and empty texts keep undici from reading the environment.
    httpProxy: named?.address ?? '',
    httpsProxy: named?.address ?? '',
    noProxy: isLoopback(url.hostname) || isInAnyRange(url.hostname, except) ? '*' : except,
    ...(named?.token && { token: named.token }),
    // Without TLS, a proxy forwards the request: many refuse a tunnel to port 80.
    proxyTunnel: false,
    proxyTls: connecting,
    requestTls: connecting,
    clientFactory: (origin, options) => new Pool(origin, { ...options, headersTimeout: CONNECT_MS }),
    // Only direct connections come by here.
    connect: (options, done) => {
      isDirect = true
      connect(options, done)
    },
  })
  const proxy = () => (isDirect ? undefined : named?.host)
  let open = 0
  const end = () => {
    open -= 1
  }
  return {
    proxy,
    async request(options) {
      open += 1
      try {
        // undici itself ends no request that waits for its connection.
        const answer = await Promise.race([
          agent.request(options),
          ...(options.signal ? [aborted(options.signal)] : []),
        ])
        // A body that is not read to its end may fail after its reader has left.
        answer.body.on('error', () => undefined).once('close', end)
        return answer
      } catch (error) {
        end()
        if (open === 0) {
          onGivenUp()
          // Otherwise undici connects again after some failures, and nobody waits for that connection.
          agent.destroy().catch(() => undefined)
          givenUp.abort()
        }
        throw error
      }
    },
    failure: (error, waited) => {
      const cause = toNodeError(error, waited)
      const place = proxy()
      return place ? new NetworkError('PROXY', { cause, proxy: place }) : cause
    },
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/** People also write `proxy:3128`. */
const readProxy = (named: string | undefined) => {
  if (!named) return undefined
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new NetworkError('PROXY_KIND')
  const { host, origin } = url
  const login = [url.username, url.password].map(decode).join(':')
  // undici itself sends no user name without a password.
  return {
    address: origin,
    host,
    token: login === ':' ? '' : `Basic ${Buffer.from(login).toString('base64')}`,
  }
}

/** People write `%` in passwords as it is. */
const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Node's names for what undici names otherwise, because people search for them. */
const NODE_CODES: Record<string, string | undefined> = {
  UND_ERR_CONNECT_TIMEOUT: 'NO_CONNECTION',
  UND_ERR_SOCKET: 'ECONNRESET',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'ECONNRESET',
  UND_ERR_HEADERS_OVERFLOW: 'HPE_HEADER_OVERFLOW',
  HTTPParserError: 'HPE_INVALID_CONSTANT',
  UND_ERR_HEADERS_TIMEOUT: 'SILENT',
  UND_ERR_BODY_TIMEOUT: 'SILENT',
}

const toNodeError = (thrown: unknown, { ms, silenceMs }: Waited): Error => {
  const error = thrown instanceof Error ? thrown : new Error(String(thrown))
  const refusal = /^Proxy (?:response|Authentication Required) \((\d+)\)/.exec(error.message)?.[1]
  const name = 'code' in error && error.code ? String(error.code) : error.name
  const code = refusal ? `PROXY_${refusal}` : NODE_CODES[name]
  // Sooner than any request may be silent, a proxy has not opened its tunnel.
  if (code === 'SILENT' && ms < silenceMs) return new NetworkError('NO_CONNECTION', { cause: error })
  return code ? new NetworkError(code, { cause: error, waitedMs: silenceMs }) : error
}

const isLoopback = (host: string) => /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

/** True if `NO_PROXY` has a `*`, this address, or a range around it, none of which undici finds in a list. */
const isInAnyRange = (host: string, except: string): boolean =>
  except.split(/[\s,]+/).some((entry) => entry === '*' || isInRange(host.replace(/^\[|\]$/g, ''), entry))

const isInRange = (host: string, entry: string): boolean => {
  const family = isIP(host)
  const [network = '', bits = family === 4 ? '32' : '128'] = entry.split('/')
  if (!family || family !== isIP(network)) return false
  if (!/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128)) return false
  const kind = family === 4 ? 'ipv4' : 'ipv6'
  const range = new BlockList()
  range.addSubnet(network, Number(bits), kind)
  return range.check(host, kind)
}
