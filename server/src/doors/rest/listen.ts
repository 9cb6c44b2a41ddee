import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { describeError, type Log } from '../../ground/kernel/log.ts'
import { blocksOf } from './bodies/block-reader.ts'
import type { Fetch } from './starting.ts'

/** Limits of connections; each has a default. */
interface ConnectionLimits {
  /** How long a client may pause while an answer waits for it, milliseconds; at most twice as long. */
  stalledMs?: number
  /** How long a request may take to arrive, with its body, milliseconds. */
  requestMs?: number
  /** The maximum number of connections; further ones are closed at once. Unlimited if absent. */
  connections?: number | undefined
}

const STALLED_MS = 120_000
/** Node's own default. */
const REQUEST_MS = 300_000
/** How long a client may take to read the answer to a bad request, milliseconds. */
const LAST_ANSWER_MS = 2_000
/** The interval between log lines while the server has no free connections, milliseconds. */
const REPORT_EVERY_MS = 60_000

/** A year: after an answer over https, browsers use https alone. */
const HSTS = 'max-age=31536000'

/**
 * How long a connection may be idle between requests; longer than proxies wait, so that they close
 * it first.
 */
const KEEP_ALIVE_MS = 75_000

/** The server cannot listen on the address; the message says how to fix that. */
export class ListenError extends Error {}

export interface ListenAddress {
  host: string
  port: number
  /** The address that people use; null or absent: the one that it listens on. */
  baseUrl?: string | null
}

/** A listening socket. */
export interface Listening {
  server: Server
  /** The address that people can open. */
  url: string
  /**
   * From then on, connections end with their next answer, so that clients reconnect through their
   * balancer.
   */
  drain(): void
}

/**
 * The number of requests of one connection that may wait for answers. Node would hold any number
 * that arrive together.
 */
const MOST_PIPELINED = 100

/** The time limit for the headers of a request, and how often the limits are checked. Node's own defaults. */
const HEADERS_MS = 60_000
const CHECKED_EVERY_MS = 30_000

/** Statuses of Node's errors about a request; 400 for all others. */
const STATUS_OF: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

const JSON_TYPE = 'application/json'
const MALFORMED = JSON.stringify({
  success: false,
  error: {
    code: 'INVALID_REQUEST',
    message:
      'This is not a valid HTTP request: check its address, its Host header and the size of its headers.',
  },
})

const UNEXPECTED = JSON.stringify({
  success: false,
  error: { code: 'INVALID_REQUEST', message: 'The header Expect must be 100-continue.' },
})

/** Opens the server's socket. */
export async function listen(
  fetch: Fetch,
  listenAddress: ListenAddress,
  { log = () => undefined, ...limits }: ConnectionLimits & { log?: Log } = {},
): Promise<Listening> {
  // Malformed HTTP never reaches the app, but gets the same error body.
  const malformed = () => new Response(MALFORMED, { status: 400, headers: { 'Content-Type': JSON_TYPE } })
  const listener = getRequestListener((request, env) => fetch(request, env as HttpBindings), {
    errorHandler: malformed,
    // HTTP/1.0 does not require Host, and balancers use it for their checks.
    hostname: 'localhost',
  })
  // Set here, so that every answer has them, including one while starting and one to a malformed
  // request.
  const headers = Object.entries(securityHeaders(listenAddress.baseUrl ?? null))
  let isDraining = false
  const underWay = new Set<ServerResponse>()
  const waiting = new WeakMap<Socket, number>()
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request
    const count = (waiting.get(socket) ?? 0) + 1
    // No client sends this many before it reads an answer. The rest of the same packet is also
    // handled here.
    if (socket.destroyed || count > MOST_PIPELINED) return void socket.destroy()
    waiting.set(socket, count)
    response.once('close', () => waiting.set(socket, (waiting.get(socket) ?? 1) - 1))
    for (const [name, value] of headers) response.setHeader(name, value)
    if (isDraining) response.shouldKeepAlive = false
    underWay.add(response)
    response.once('close', () => underWay.delete(response))
    if (hasBody(request)) holdBody(request, response)
    if (request.httpVersion === '1.1' && request.headers.host === undefined) {
      response.writeHead(400, { 'Content-Type': JSON_TYPE, Connection: 'close' }).end(MALFORMED)
    } else void listener(request, response)
  }
  const bare = (status: string) => {
    const lines = [
      ...headers,
      ['Content-Type', JSON_TYPE],
      ['Content-Length', String(Buffer.byteLength(MALFORMED))],
      ['Connection', 'close'],
    ].map(([name, value]) => `${name}: ${value}\r\n`)
    return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${MALFORMED}`
  }
  // Node's own refusals would have neither these headers nor a body.
  const { requestMs = REQUEST_MS } = limits
  const timeouts = {
    keepAliveTimeout: KEEP_ALIVE_MS,
    requestTimeout: requestMs,
    headersTimeout: Math.min(requestMs, HEADERS_MS),
    connectionsCheckingInterval: Math.min(requestMs, CHECKED_EVERY_MS),
  }
  const server = createServer({ ...timeouts, requireHostHeader: false }, answer)
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    endWith(socket as Socket, bare(STATUS_OF[error.code ?? ''] ?? '400 Bad Request'))
  })
  // Otherwise Node would request every body before anything has looked at its head.
  server.on('checkContinue', answer)
  // Node's own answers to these two would have no headers and no body.
  server.on('checkExpectation', (_, response: ServerResponse) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    response.writeHead(417, { 'Content-Type': JSON_TYPE, Connection: 'close' }).end(UNEXPECTED)
  })
  server.on('connect', (_, socket) => endWith(socket as Socket, bare('400 Bad Request')))
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) =>
      reject(new ListenError(explain(error, listenAddress), { cause: error }))
    server.once('error', fail)
    server.listen(listenAddress.port, listenAddress.host, () => {
      server.off('error', fail)
      guardConnections(server, limits, { log, isBusy: (socket) => (waiting.get(socket) ?? 0) > 0 })
      resolve()
    })
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : listenAddress.port
  const drain = () => {
    isDraining = true
    for (const response of underWay) if (!response.headersSent) response.shouldKeepAlive = false
  }
  return { server, url: `http://${nameOf(listenAddress.host)}:${port}`, drain }
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/** Collects the body before anything reads it, and releases bodies that nothing has read. */
function holdBody(request: IncomingMessage, response: ServerResponse): void {
  const { stop } = blocksOf(request)
  response.once('finish', stop).once('close', stop)
  // Nothing reads the body of these requests, so the connection cannot be used again.
  if (request.method === 'GET' || request.method === 'HEAD') response.shouldKeepAlive = false
}

function explain(error: NodeJS.ErrnoException, { host, port }: ListenAddress): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Stop the process that uses it, or choose another: SVC_PORT=0 takes any free one.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose one above 1023: SVC_PORT=4700.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. SVC_HOST must be one, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return `Cannot listen on ${host}:${port}: ${error.message}`
  }
}

/**
 * A host as part of an address. The address for all interfaces is not a host, so the machine's name
 * replaces it.
 */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/**
 * Headers of every answer, from any door. A door that needs another policy sends its own instead. HSTS is set
 * if the public address has https; it excludes subdomains, which are not the server's to decide on.
 */
const securityHeaders = (baseUrl: string | null): Record<string, string> => ({
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  ...(baseUrl?.startsWith('https:') && { 'Strict-Transport-Security': HSTS }),
})

/**
 * Ends connections whose client reads nothing, and survives a lack of file descriptors. `isBusy` is
 * true for a connection with a request in progress.
 */
function guardConnections(
  server: Server,
  { stalledMs = STALLED_MS, connections }: ConnectionLimits,
  { log, isBusy }: { log: Log; isBusy: (socket: Socket) => boolean },
): void {
  // Only a connection without any traffic gets here: neither a slow reader nor a stream with heartbeats.
  server.setTimeout(stalledMs, (socket) => {
    if (!isBusy(socket) || socket.writableLength > 0) return void socket.destroy()
    socket.setTimeout(stalledMs)
  })
  let isReported = false
  const report = (cause: object) => {
    if (isReported) return
    isReported = true
    setTimeout(() => {
      isReported = false
    }, REPORT_EVERY_MS).unref()
    log({ level: 'error', event: 'connections refused', ...cause })
  }
  if (connections !== undefined) {
    server.maxConnections = connections
    server.on('drop', () =>
      report({ reason: 'The limit of open files (ulimit -n) leaves no room.', most: connections }),
    )
  }
  // Without a listener, a failed accept would end the process.
  server.on('error', (error) => report({ error: describeError(error) }))
}

/** Sends the last answer of a connection; a client that stays connected loses it after two seconds. */
function endWith(socket: Socket, text: string): void {
  socket.end(text)
  // The parser has given up on the request, so nothing reads what else arrives.
  const cut = setTimeout(() => socket.destroy(), LAST_ANSWER_MS).unref()
  socket.once('close', () => clearTimeout(cut))
}
