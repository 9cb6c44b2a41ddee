import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import type { ProxyConfig } from './config.ts'
import { findRoutes, type Route } from './http-agent.ts'
import { NetworkError } from './http-errors.ts'

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
 * arrives in time. Follows no redirects: they would send the key to an address that the user did
 * not configure.
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

/** An answer whose body the caller reads, or destroys. */
export interface StreamedAnswer {
  status: number
  header(name: string): string | null
  body: Dispatcher.ResponseData['body']
}

/**
 * Sends a request and resolves with the answer when its head has arrived; the caller reads the
 * rest. Only connecting has a time limit, because an answer may take long. `onConnected` is called
 * before the body is sent. Without a body the request is a GET, otherwise a POST.
 */
export type Stream = (
  url: string,
  headers: Record<string, string>,
  body: Uint8Array | null,
  more: { signal?: AbortSignal; onConnected?: () => void },
) => Promise<StreamedAnswer>

/**
 * The longest time without progress of the body, from its end to the head of the answer, and
 * between two pieces of the answer: this, or a tenth of a longer time limit, because whoever allows
 * more time has a slow server or network.
 */
const SILENCE_MS = 10_000
/** Our own answers are much smaller; one that never ends must not fill the memory of a test run. */
const ANSWER_BYTES = 256 * 1024
const PIECE_BYTES = 64 * 1024

/** Sends directly, or through the proxy that the environment names. */
export const makePost = (proxy: ProxyConfig | undefined): Post => {
  const findRoute = findRoutes(proxy)
  return async (
    url,
    headers,
    given,
    timeoutMs,
    method = given ? 'POST' : 'GET',
    mostBytes = ANSWER_BYTES,
  ) => {
    const body = given ?? new Uint8Array()
    const signal = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)))
    const silenceMs = Math.max(SILENCE_MS, timeoutMs / 10)
    const start = performance.now()
    const route = await findRoute(new URL(url))
    const limits = { headersTimeout: silenceMs, bodyTimeout: silenceMs, signal }
    const failureOf = (error: unknown) =>
      route.failure(signal.aborted ? new NetworkError('TIME_UP') : error, {
        ms: performance.now() - start,
        silenceMs,
      })
    const answer = await ask(route, url, { method, headers, body, ...limits }).catch((error: unknown) => {
      throw failureOf(error)
    })
    const { status, header } = toAnswer(answer)
    const pieces: Buffer[] = []
    let size = 0
    try {
      for await (const piece of answer.body) {
        size += pieces.push(piece) && piece.length
        if (size > mostBytes) break
      }
    } catch (error) {
      // A refusal counts even if its text is cut off; a success does not.
      if (status === 200) throw failureOf(error)
    }
    const bytes = Buffer.concat(pieces)
    return { status, header, body: bytes.toString(), bytes, proxy: route.proxy() }
  }
}

/**
 * Returns a function that sends as `makePost`'s does, but without time limits, and returns the body as it arrives. Only
 * its signal ends a request.
 */
export const makeStream = (proxy: ProxyConfig | undefined): Stream => {
  const findRoute = findRoutes(proxy)
  return async (url, headers, body, { signal, onConnected }) => {
    const route = await findRoute(new URL(url))
    const unlimited = { headersTimeout: 0, bodyTimeout: 0, ...(signal && { signal }) }
    const method = body ? 'POST' : 'GET'
    return ask(route, url, {
      method,
      headers,
      body: body ?? new Uint8Array(),
      onConnected,
      ...unlimited,
    }).then(toAnswer, (error: unknown) => {
      throw route.failure(error, { ms: 0, silenceMs: 1 })
    })
  }
}

interface Asked {
  method: Method
  /** Milliseconds; 0: no limit. */
  headersTimeout: number
  bodyTimeout: number
  signal?: AbortSignal
  headers: Record<string, string>
  body: Uint8Array
  onConnected?: (() => void) | undefined
}

const ask = (
  route: Route,
  to: string,
  { headers, body, onConnected, ...more }: Asked,
): Promise<Dispatcher.ResponseData> => {
  const { origin, pathname, search } = new URL(to)
  return route.request({
    origin,
    path: `${pathname}${search}`,
    ...more,
    headers: {
      'user-agent': 'svc-client',
      ...headers,
      ...(body.length > 0 && { 'content-length': String(body.length) }),
    },
    ...(body.length > 0 && { body: Readable.from(piecesOf(body, onConnected), { objectMode: false }) }),
  })
}

/** In pieces, because progress on a slow line only shows between two of them. */
async function* piecesOf(body: Uint8Array, onConnected?: () => void): AsyncGenerator<Uint8Array> {
  onConnected?.()
  for (let start = 0; start < body.length; start += PIECE_BYTES)
    yield body.subarray(start, start + PIECE_BYTES)
}

const toAnswer = ({ statusCode, headers, body }: Dispatcher.ResponseData): StreamedAnswer => ({
  status: statusCode,
  header: (name) => [headers[name]].flat().join(', ') || null,
  body,
})
