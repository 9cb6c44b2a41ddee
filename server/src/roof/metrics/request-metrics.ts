import { Counter, Histogram, type Registry } from 'prom-client'
import type { NoteRequest } from '../../doors/rest/note-requests.ts'

/** Seconds. Most reads take a few milliseconds; an upload may wait for its turn, and a stream is not measured to its end. */
const SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Counts answers by method, route and status, and measures the time until their headers. */
export function countRequests(registry: Registry): NoteRequest {
  const requests = new Counter({
    name: 'svc_http_requests_total',
    help: 'Answered requests by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'svc_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the headers of its answer, by route.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers: [registry],
  })
  return ({ method, route, status, ms }) => {
    requests.inc({ method, route, status })
    seconds.observe({ route }, ms / 1_000)
  }
}
