import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import { type AddressInfo, isIPv6, type Socket } from 'node:net'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import type { NoteRequest } from '../../doors/rest/note-requests.ts'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { Store } from '../../ground/store/open.ts'
import type { UploadProcessor } from '../../uploads/ingest/upload-processor.ts'
import type { NoteVerdicts } from '../note-verdicts.ts'
import { describeDatabase } from './database-metrics.ts'
import { countUploads } from './ingest-metrics.ts'
import { describeReplica, type ReplicaParts } from './replica-metrics.ts'
import { countRequests } from './request-metrics.ts'
import { countVerdicts } from './verdict-metrics.ts'

const PATH = '/metrics'
/** A server has a few collectors; connections beyond would take the open files of everybody else. */
const MOST_CONNECTIONS = 32
const KEPT_MS = 1_000
/** How long a connection may be silent, milliseconds. */
const IDLE_MS = 15_000
const TIMES = { requestTimeout: IDLE_MS, headersTimeout: IDLE_MS, connectionsCheckingInterval: 5_000 }

export interface MetricsAddress {
  host: string
  /** 0 selects any free port. */
  port: number
}

/** The meters of a server, and their own port: an ingress leads the public to the other one. */
export interface Metrics {
  noteRequest: NoteRequest
  noteVerdicts: NoteVerdicts
  /** Counts a failure of background work by its event in the log. */
  noteFailure(event: string): void
  countUploads(processor: UploadProcessor): UploadProcessor
  /** Adds what the open server knows of itself and its database. */
  describe(parts: ReplicaParts & { store: Store; clock: Clock; settledAfterMs: number }): void
  /** Starts to answer; returns the address. Rejects with Node's error of the socket. */
  listen(address: MetricsAddress): Promise<string>
  close(): Promise<void>
}

export function openMetrics(): Metrics {
  const registry = new Registry()
  // Processor time, memory, garbage collection and the delay of the event loop.
  collectDefaultMetrics({ register: registry })
  const failures = new Counter({
    name: 'svc_background_failures_total',
    help: 'Failures of background work by their event in the log. While the database is away, none are counted.',
    labelNames: ['event'],
    registers: [registry],
  })
  const read = oneAtATime(() => registry.metrics())
  const known = new WeakSet<Socket>()
  const server = createServer(TIMES, (request, response) => {
    const { socket, method, url } = request
    // A connection has one request: what a client sends without reading answers would fill the memory.
    if (known.has(socket)) return void socket.destroy()
    known.add(socket)
    response.shouldKeepAlive = false
    const answer = (status: number, text: string, headers: OutgoingHttpHeaders = {}) =>
      response.writeHead(status, { 'Content-Type': 'text/plain', ...headers }).end(text)
    if (url?.split('?')[0] !== PATH) return void answer(404, `Metrics are at ${PATH}.\n`)
    if (method !== 'GET' && method !== 'HEAD') return void answer(405, '', { Allow: 'GET, HEAD' })
    read().then(
      (text) => answer(200, text, { 'Content-Type': registry.contentType }),
      () => answer(500, ''),
    )
  })
  server.maxConnections = MOST_CONNECTIONS
  server.setTimeout(IDLE_MS)
  return {
    noteRequest: countRequests(registry),
    noteVerdicts: countVerdicts(registry),
    noteFailure: (event) => failures.inc({ event }),
    countUploads: (processor) => countUploads(processor, registry),
    describe(parts) {
      describeReplica(registry, parts)
      describeDatabase(registry, parts)
    },
    async listen({ host, port }) {
      server.listen(port, host)
      await once(server, 'listening')
      const { port: bound } = server.address() as AddressInfo
      return `http://${isIPv6(host) ? `[${host}]` : host}:${bound}${PATH}`
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The text takes a few milliseconds of the event loop: all who ask meanwhile, and within the next second, get the same one. */
function oneAtATime(read: () => Promise<string>): () => Promise<string> {
  let kept: { text: Promise<string>; until: number } | null = null
  return () => {
    const now = performance.now()
    if (kept && now < kept.until) return kept.text
    const asked = { text: read(), until: Number.POSITIVE_INFINITY }
    kept = asked
    asked.text.then(
      () => {
        asked.until = performance.now() + KEPT_MS
      },
      () => {
        kept = null
      },
    )
    return asked.text
  }
}
