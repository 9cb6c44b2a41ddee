import { hash } from 'node:crypto'
import type { Env, Hono, Context as HonoContext } from 'hono'
import { Problem } from '../../ground/kernel/problem.ts'
import type { BuiltFile, BuiltFiles } from './built-files.ts'
import type { Dashboard } from './dashboard.ts'
import { tracePolicy } from './policies.ts'
import { send, withFiles } from './send-files.ts'

const A_YEAR_S = 31_536_000
const WORKER = 'trace/sw.bundle.js'
/** Shows a snapshot in the whole window: with this server's address above it, that would look like a page of svc. */
const WHOLE_WINDOW = 'trace/snapshot.html'

/**
 * Opens Playwright's trace viewer. `embeddedBy` is the origin whose pages frame it, if it is another one. Nothing else
 * may be below `/trace/`, because the viewer's worker answers every request there.
 */
export function mountTraceViewer<E extends Env>(
  app: Hono<E>,
  dashboard: Dashboard,
  embeddedBy: string | null,
): void {
  const policy = tracePolicy(embeddedBy)
  app.get('/trace/*', (c) => withFiles(c, dashboard, (files) => traceFile(c, files, embeddedBy, policy)))
}

/**
 * The path of the viewer on an origin that does not serve it: a browser that has the worker from before replaces it by
 * one that removes itself.
 */
export function mountViewerElsewhere<E extends Env>(app: Hono<E>): void {
  app.get(`/${WORKER}`, (c) => send(c, workerOf(REMOVES_ITSELF), { 'Cache-Control': 'no-cache' }))
}

const REMOVES_ITSELF = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(registration.unregister()))
`

function traceFile(c: HonoContext, files: BuiltFiles, embeddedBy: string | null, policy: string): Response {
  const path = c.req.path.slice(1)
  if (path === WHOLE_WINDOW && embeddedBy === null)
    throw new Problem(
      'NOT_FOUND',
      'This server shows a snapshot only beside its trace, because in a tab of its own it would look like a page of svc. Open the trace on the page of its run. With SVC_ARTIFACTS_ORIGIN, snapshots may have a tab.',
    )
  const isWorker = embeddedBy !== null && path === WORKER
  const file = files.find(path, isWorker ? '' : (c.req.header('Accept-Encoding') ?? ''))
  if (file === null) return c.notFound() as Response
  // The worker's own policy for snapshots names who may frame the viewer.
  const sent = isWorker
    ? workerOf(`self.embeddedBy=${JSON.stringify(embeddedBy)};${new TextDecoder().decode(file.bytes)}`)
    : file
  const isHashed = path.startsWith('trace/assets/')
  return send(c, sent, {
    'Cache-Control': isHashed ? `public, max-age=${A_YEAR_S}, immutable` : 'no-cache',
    'Content-Security-Policy': policy,
    // The viewer opens any trace that a page with a handle on its tab sends it.
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'same-origin',
  })
}

function workerOf(text: string): BuiltFile {
  const bytes = new TextEncoder().encode(text)
  return {
    bytes,
    type: 'text/javascript; charset=utf-8',
    encoding: null,
    etag: `"${hash('sha256', bytes).slice(0, 32)}"`,
  }
}
