import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { BlockList, isIP, type Socket } from 'node:net'
import type { ProxyConfig } from './config.ts'
import { NetworkError } from './http-errors.ts'
import { builtIn, CONNECT_MS, type Route, toOptions } from './http-route.ts'

/** The route over the proxy for this kind of address; undefined if no proxy is set for it. */
export const routeThrough = (url: URL, proxy: ProxyConfig, timeoutMs: number): Promise<Route> | undefined => {
  const isTls = url.protocol === 'https:'
  const named = isTls ? proxy.https : proxy.http
  if (!named || isExcepted(url, proxy.except)) return undefined
  return isTls ? tunnel(url, readProxy(named), timeoutMs) : Promise.resolve(forward(url, readProxy(named)))
}

interface Proxy {
  url: URL
  host: string
  headers: Record<string, string>
}

/** People also write `proxy:3128`. */
const readProxy = (named: string): Proxy => {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(named) ? named : `http://${named}`
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) throw new NetworkError('PROXY_KIND')
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  const isOpen = credentials === ':'
  const basic = Buffer.from(credentials).toString('base64')
  return { url, host: url.host, headers: isOpen ? {} : { 'proxy-authorization': `Basic ${basic}` } }
}

/** Without TLS, the proxy reads the request and forwards it. */
const forward = (url: URL, { url: over, host, headers }: Proxy): Route => ({
  isTls: over.protocol === 'https:',
  options: { ...toOptions(over), path: url.href, headers: { host: url.host, ...headers } },
  proxy: host,
})

/** With TLS it only connects the two sides, and the certificate is checked through it. */
const tunnel = async (url: URL, proxy: Proxy, timeoutMs: number): Promise<Route> => {
  const signal = AbortSignal.timeout(Math.max(1, Math.min(CONNECT_MS, timeoutMs)))
  try {
    const socket = await connectThrough(url, proxy, signal)
    const { connect } = await import('node:tls')
    const { host, servername, path } = toOptions(url)
    const secured = connect({ socket, ...(host && { host }), ...(servername && { servername }) })
    // A signal that only rejects the promise would leave the socket open.
    await once(secured, 'secureConnect', { signal }).catch((error) => {
      secured.on('error', () => undefined).destroy()
      throw error
    })
    return {
      isTls: false,
      options: { ...(path && { path }), createConnection: () => secured, headers: { host: url.host } },
      proxy: proxy.host,
    }
  } catch (error) {
    const cause = signal.aborted ? new NetworkError('NO_CONNECTION') : error
    throw new NetworkError('PROXY', { cause, proxy: proxy.host })
  }
}

const connectThrough = async (url: URL, proxy: Proxy, signal: AbortSignal): Promise<Socket> => {
  const { request } = builtIn(proxy.url.protocol === 'https:')
  const target = `${url.hostname}:${url.port || 443}`
  const asking: ClientRequest = request({
    ...toOptions(proxy.url),
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...proxy.headers },
    signal,
  })
  return new Promise((resolve, reject) => {
    const refuse = ({ statusCode }: IncomingMessage) => reject(new NetworkError(`PROXY_${statusCode}`))
    asking.on('error', reject)
    asking.on('response', (answer) => {
      refuse(answer)
      asking.destroy()
    })
    asking.on('connect', (answer, socket) => {
      if (answer.statusCode === 200) return resolve(socket)
      socket.destroy()
      refuse(answer)
    })
    asking.end()
  })
}

/**
 * `NO_PROXY` as curl and Node interpret it: names including their subdomains, addresses and ranges,
 * each with or without a port.
 */
const isExcepted = (url: URL, except = ''): boolean => {
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  return except
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '') return false
      if (entry === '*' || isInRange(host, entry)) return true
      const [, name = '', wanted] =
        /^(?:\*?\.)?\[?(.*?)\]?(?::(\d+))?$/.exec(isIP(entry) ? `[${entry}]` : entry) ?? []
      return (wanted === undefined || wanted === port) && (host === name || host.endsWith(`.${name}`))
    })
}

const isInRange = (host: string, entry: string): boolean => {
  const [network = '', bits = ''] = entry.split('/')
  const family = isIP(network)
  if (!family || family !== isIP(host) || !/^\d{1,3}$/.test(bits) || Number(bits) > (family === 4 ? 32 : 128))
    return false
  const range = new BlockList()
  const kind = family === 4 ? 'ipv4' : 'ipv6'
  range.addSubnet(network, Number(bits), kind)
  return range.check(host, kind)
}
