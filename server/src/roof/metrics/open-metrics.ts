import { once } from 'node:events'
import { createServer, type OutgoingHttpHeaders } from 'node:http'
import { type AddressInfo, isIPv6, type Socket } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { NoteRequest } from '../../doors/rest/note-requests.ts'
import type { Clock } from '../../ground/kernel/clock.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Wake } from '../../ground/kernel/wake.ts'
import type { JobLeases } from '../../ground/store/job-leases.ts'
import type { ConnectionCounts, Store } from '../../ground/store/open.ts'
import type { UploadProcessor } from '../../uploads/ingest/upload-processor.ts'
import type { NoteVerdicts } from '../note-verdicts.ts'
import { describeDatabase } from './database-metrics.ts'
import { countRequests } from './request-metrics.ts'

interface ReplicaParts {
  version: string
  /** The jobs that one replica does for all. */
  jobs: string[]
  leases: JobLeases
  wake: Wake
  /** Null on SQLite, which has no pool. */
  connections: (() => ConnectionCounts) | null
  subscribers: () => { streams: number; behind: number; queuedBytes: number }
  isDraining: () => boolean
}

/** Seconds, from the last byte of a body to its receipt. */
const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

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

/** The same processor, which also counts what it stores and refuses. */
function countUploads(processor: UploadProcessor, registry: Registry): UploadProcessor {
  const registers = [registry]
  const uploads = new Counter({
    name: 'svc_ingest_uploads_total',
    help: 'Uploads by what became of them: stored, or the code of the refusal.',
    labelNames: ['outcome'],
    registers,
  })
  const results = new Counter({
    name: 'svc_ingest_results_total',
    help: 'Stored attempts of tests. What an upload repeats is not counted again.',
    registers,
  })
  const bytes = new Counter({
    name: 'svc_ingest_bytes_total',
    help: 'Bytes of stored uploads as received, which is compressed for reporters.',
    registers,
  })
  const seconds = new Histogram({
    name: 'svc_ingest_duration_seconds',
    help: 'Time from a received body to its receipt, with the wait in the queue.',
    buckets: SECONDS,
    registers,
  })
  const waiting = new Gauge({
    name: 'svc_ingest_uploads_waiting',
    help: 'Received uploads that are not stored yet, and executions that wait to be settled.',
    registers,
  })

  const counted = async <T>(work: () => Promise<T>): Promise<T> => {
    waiting.inc()
    try {
      return await work()
    } finally {
      waiting.dec()
    }
  }
  return {
    async apply(upload, check) {
      const end = seconds.startTimer()
      try {
        const ingested = await counted(() => processor.apply(upload, check))
        uploads.inc({ outcome: 'stored' })
        results.inc(ingested.results)
        bytes.inc(upload.body.byteLength)
        end()
        return ingested
      } catch (error) {
        uploads.inc({ outcome: error instanceof Problem ? error.code : 'INTERNAL' })
        throw error
      }
    },
    settle: (order, check) => counted(() => processor.settle(order, check)),
    close: () => processor.close(),
  }
}

/** What this replica does, holds and is connected to. */
function describeReplica(registry: Registry, parts: ReplicaParts): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  new Gauge({
    name: 'svc_build_info',
    help: 'Always 1; the version is a label.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: parts.version }, 1)
  new Gauge({
    name: 'svc_job_held',
    help: '1 if this replica does the work of this name for all replicas. The sum over all replicas should be 1.',
    labelNames: ['work'],
    registers: [registry],
    collect() {
      for (const work of parts.jobs) this.set({ work }, parts.leases.held(work) ? 1 : 0)
    },
  })
  gauge('svc_wake_up', '1 if notices of other replicas arrive; otherwise this one polls.', () =>
    parts.wake.isUp() ? 1 : 0,
  )
  gauge('svc_draining', '1 after SIGTERM, while the replica still answers.', () =>
    parts.isDraining() ? 1 : 0,
  )
  gauge('svc_bus_streams', 'Open streams of messages.', () => parts.subscribers().streams)
  gauge(
    'svc_bus_streams_behind',
    'Streams whose client reads more slowly than messages arrive.',
    () => parts.subscribers().behind,
  )
  gauge(
    'svc_bus_queued_bytes',
    'Bytes of messages that wait for the clients of streams.',
    () => parts.subscribers().queuedBytes,
  )
  const { connections } = parts
  if (!connections) return
  new Gauge({
    name: 'svc_database_connections',
    help: 'Connections of the main pool by state; `waiting` are requests without one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, idle, waiting } = connections()
      this.set({ state: 'used' }, open - idle)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
}

/** Counts what comparisons said of failed tests. */
function countVerdicts(registry: Registry): NoteVerdicts {
  const told = new Counter({
    name: 'svc_verdicts_told_total',
    help: 'Failed tests in answered comparisons by verdict. An answer that is asked for again counts again.',
    labelNames: ['verdict'],
    registers: [registry],
  })
  return (verdicts) => {
    for (const [verdict, tests] of Object.entries(verdicts)) told.inc({ verdict }, tests)
  }
}
