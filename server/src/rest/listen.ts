import { createServer, type RequestListener, type Server } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { securityHeaders } from './security-headers.ts'
import type { Fetch } from './starting.ts'

/** A connection that waits between requests; longer than proxies keep theirs, so that they are the ones to close. */
const KEEP_ALIVE_MS = 75_000

/** The address cannot be listened on; the message says what to do. */
export class ListenError extends Error {}

export interface ListenAddress {
  host: string
  port: number
  /** How people reach the server; null or absent: where it listens. */
  baseUrl?: string | null
}

/** A socket that is listened on. */
export interface Listening {
  server: Server
  /** What people can open. */
  url: string
  /** From here on a connection ends with its next answer, so that clients come back through their balancer. */
  drain(): void
}

/** Opens the server's socket. */
export async function listen(fetch: Fetch, at: ListenAddress): Promise<Listening> {
  // What is not a proper HTTP request never reaches the app; it gets the same error body.
  const malformed = () =>
    Response.json(
      {
        success: false,
        error: {
          code: 'INVALID_REQUEST',
          message: 'This is not a proper HTTP request: check its address and its Host header.',
        },
      },
      { status: 400 },
    )
  const listener = getRequestListener((request, env) => fetch(request, env as HttpBindings), {
    errorHandler: malformed,
    // HTTP/1.0 needs no Host, and balancers check with it. Of HTTP/1.1 Node itself demands one.
    hostname: 'localhost',
  })
  // Set here, so that no answer is without them: neither one while starting nor one to a malformed request.
  const headers = Object.entries(securityHeaders(at.baseUrl ?? null))
  let isDraining = false
  const serve: RequestListener = (request, response) => {
    for (const [name, value] of headers) response.setHeader(name, value)
    if (isDraining) response.shouldKeepAlive = false
    return listener(request, response)
  }
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, serve)
  // Else Node asks for every body before anybody has looked at its head.
  server.on('checkContinue', serve)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ListenError(explain(error, at), { cause: error })),
    )
    server.listen(at.port, at.host, resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : at.port
  const drain = () => {
    isDraining = true
  }
  return { server, url: `http://${nameOf(at.host)}:${port}`, drain }
}

function explain(error: NodeJS.ErrnoException, { host, port }: ListenAddress): string {
  switch (error.code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use. Stop what uses it, or choose another: SVC_PORT=${port + 1}, or SVC_PORT=0 for any free one.`
    case 'EACCES':
      return `This user may not listen on port ${port}. Choose one above 1023: SVC_PORT=4700.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is not an address of this machine. SVC_HOST takes one, such as 127.0.0.1 or 0.0.0.0.`
    default:
      return `Cannot listen on ${host}:${port}: ${error.message}`
  }
}

/** A host as it stands in an address; "every address" is none, so the machine's own name for itself. */
function nameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
