import type { ClientRequest, IncomingMessage } from 'node:http'
import type { ProxyConfig } from './config.ts'
import { NetworkError } from './http-errors.ts'
import { builtIn, CONNECT_MS, type Route, requestOptions, toOptions } from './http-route.ts'

export interface Answer {
  status: number
  header(name: string): string | null
  /** At most as much of it as an svc server would send. */
  body: string
  /** The unparsed text. */
  bytes: Buffer
  /** Host and port of the proxy that received the request, and that may have answered it. */
  proxy?: string | undefined
}

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Sends a request, as POST if it has a body, and reads the answer; rejects if no complete answer
 * arrives in time.
 */
export type Post = (
  url: string,
  headers: Record<string, string>,
  body: Uint8Array | undefined,
  timeoutMs: number,
  method?: Method,
  /** The maximum number of bytes of the answer that are read; default: 256 KiB. */
  mostBytes?: number,
) => Promise<Answer>

/**
 * The longest time without progress of the body, and the longest time from its end to the end of
 * the answer: this, or a tenth of a longer time limit, because whoever allows more time has a slow
 * server or network.
 */
const SILENCE_MS = 10_000
const silenceOf = (timeoutMs: number) => Math.max(SILENCE_MS, timeoutMs / 10)
/** Our own answers are much smaller; one that never ends must not fill the memory of a test run. */
const ANSWER_BYTES = 256 * 1024
const PIECE_BYTES = 64 * 1024

/**
 * Sends directly, or through the proxy that the environment names; never through a proxy to this machine itself.
 */
export const makePost = async (url: string, proxy: ProxyConfig | undefined): Promise<Post> => {
  const findRoute = await makeRoutes(url, proxy)
  return async (to, headers, body, timeoutMs, method = body ? 'POST' : 'GET', mostBytes = ANSWER_BYTES) => {
    const start = performance.now()
    const route = await findRoute(new URL(to), timeoutMs)
    const { request } = builtIn(route.isTls)
    const sending = request(requestOptions(route, method, headers, body))
    const leftMs = timeoutMs - (performance.now() - start)
    return exchange(sending, route, body, { timeoutMs: leftMs, silenceMs: silenceOf(timeoutMs), mostBytes })
  }
}

export type FindRoute = (url: URL, timeoutMs: number) => Route | Promise<Route>

/** The route of requests to this address: direct, or through the proxy. */
export const makeRoutes = async (url: string, proxy: ProxyConfig | undefined): Promise<FindRoute> =>
  proxy && !isLoopback(new URL(url).hostname) ? throughProxy(proxy) : direct

/** Follows no redirects: they would send the key to an address that the user did not configure. */
const direct: FindRoute = (url) => ({ isTls: url.protocol === 'https:', options: toOptions(url) })

/** Loaded only when needed: most machines have no proxy. */
const throughProxy = async (proxy: ProxyConfig): Promise<FindRoute> => {
  const { routeThrough } = await import('./http-proxy.ts')
  return (url, timeoutMs) => routeThrough(url, proxy, timeoutMs) ?? direct(url, timeoutMs)
}

interface Bounds {
  timeoutMs: number
  silenceMs: number
  mostBytes: number
}

const exchange = (
  request: ClientRequest,
  route: Route,
  body: Uint8Array | undefined,
  { timeoutMs, silenceMs, mostBytes }: Bounds,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let answer: IncomingMessage | undefined
    const pieces: Buffer[] = []
    let size = 0
    let silence: NodeJS.Timeout | undefined
    const timeUp = setTimeout(() => fail(new NetworkError('TIME_UP')), Math.max(1, timeoutMs))
    const expect = (ms: number, code: string) => {
      clearTimeout(silence)
      silence = setTimeout(() => fail(new NetworkError(code, { waitedMs: ms })), ms)
    }
    const end = () => {
      clearTimeout(timeUp)
      clearTimeout(silence)
      // Ignores what arrives after the end.
      request.on('error', () => undefined).destroy()
    }
    const succeed = ({ statusCode = 0, headers }: IncomingMessage) => {
      end()
      const header = (name: string) => [headers[name]].flat().join(', ') || null
      const bytes = Buffer.concat(pieces)
      resolve({ status: statusCode, header, body: bytes.toString(), bytes, proxy: route.proxy })
    }
    /** A refusal counts even if its text is cut off; a success does not. */
    const fail = (error: Error) => {
      if (answer && answer.statusCode !== 200) return succeed(answer)
      end()
      reject(route.proxy ? new NetworkError('PROXY', { cause: error, proxy: route.proxy }) : error)
    }

    request.on('error', fail)
    request.on('socket', (socket) => {
      expect(CONNECT_MS, 'NO_CONNECTION')
      const isReady = () => expect(silenceMs, 'SILENT')
      if (socket.connecting) socket.once(route.isTls ? 'secureConnect' : 'connect', isReady)
      else isReady()
    })
    request.on('response', (response) => {
      answer = response
      response.on('data', (piece: Buffer) => {
        pieces.push(piece)
        size += piece.length
        if (size > mostBytes) succeed(response)
      })
      response.on('end', () => succeed(response))
      response.on('error', fail)
    })
    send(request, body ?? new Uint8Array(), () => expect(silenceMs, 'SILENT'))
  })

/** In pieces, because progress on a slow line only shows between two of them. */
const send = (request: ClientRequest, body: Uint8Array, onProgress: () => void) => {
  let position = 0
  const next = (error?: Error | null) => {
    if (error || request.destroyed) return
    if (position > 0) onProgress()
    if (position >= body.length) return void request.end()
    const piece = body.subarray(position, position + PIECE_BYTES)
    position += piece.length
    request.write(piece, next)
  }
  next()
}

const isLoopback = (host: string) => /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)
