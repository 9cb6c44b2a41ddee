import type { RequestOptions } from 'node:http'
import { isIP, type TcpNetConnectOpts } from 'node:net'

/** How a request reaches the server. */
export interface Route {
  options: RequestOptions &
    Pick<TcpNetConnectOpts, 'autoSelectFamilyAttemptTimeout'> & { servername?: string }
  isTls: boolean
  /** Host and port of the proxy on the route. */
  proxy?: string
}

/** The time limit for TCP and TLS; it allows a packet to be lost twice. */
export const CONNECT_MS = 5_000

/** Without an agent's pool, so that no idle connection keeps the process alive. */
export const toOptions = (url: URL): Route['options'] => {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    agent: false,
    host,
    // Otherwise Node would check a proxy's certificate against the host of the request.
    servername: isIP(host) ? '' : host,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    // If a name has several addresses, Node gives each except the last a quarter of a second.
    autoSelectFamilyAttemptTimeout: 1000,
  }
}

/** Importing `node:http` by name takes 20 ms more, because that also loads the fetch which it only hands on. */
export const builtIn = (isTls: boolean) =>
  isTls ? process.getBuiltinModule('node:https') : process.getBuiltinModule('node:http')

/** The options of a request on a route; the proxy's headers come last. */
export const requestOptions = (
  { options }: Route,
  method: string,
  headers: Record<string, string>,
  body: Uint8Array | null | undefined,
): RequestOptions => ({
  method,
  ...options,
  headers: {
    'user-agent': 'svc-client',
    ...headers,
    ...(body && { 'content-length': String(body.length) }),
    ...options.headers,
  },
})
