import type { Hono } from 'hono'
import type { Readiness } from '../../ground/kernel/readiness.ts'
import type { RestEnv } from './env.ts'

const HEADERS = { 'Cache-Control': 'no-store', Allow: 'GET, HEAD, OPTIONS' }

/**
 * `/healthz`: the process runs. `/readyz`: it can serve. Neither needs a credential or reveals anything else.
 */
export function mountHealth(
  app: Hono<RestEnv>,
  readiness: Readiness,
  isDraining: () => boolean,
  problem: () => string | null = () => null,
): void {
  const ready = async () => {
    if (isDraining()) return notReady('The server is shutting down.')
    const { outage, canServe } = await readiness.check()
    return canServe ? healthy('ready', outage?.reason ?? problem()) : notReady(outage?.reason ?? '')
  }
  app.get('/healthz', () => healthy('ok'))
  app.get('/readyz', ready)
  // Some balancers send HEAD; the plain check of HAProxy requests the root.
  for (const path of ['/', '/healthz', '/readyz'])
    app.use(path, async (c, next) => {
      if (c.req.method !== 'OPTIONS') return next()
      const { status, headers } = path === '/healthz' ? healthy('ok') : await ready()
      return new Response(null, { status, headers })
    })
}

/** The answer to a health check while the app is opening; null for any other request. */
export function answerWhileStarting(method: string, path: string): Response | null {
  const isRoot = method === 'OPTIONS' && path === '/'
  if (path === '/healthz') return healthy('ok')
  return isRoot || path === '/readyz' ? notReady('The server is starting.', 1) : null
}

/** `problem`: what does not work, although the server serves. */
const healthy = (status: 'ok' | 'ready', problem?: string | null) =>
  Response.json({ success: true, data: { status, ...(problem && { problem }) } }, { headers: HEADERS })

/** An answer that names the obstacle. */
const notReady = (obstacle: string, retryAfterSeconds = 5) =>
  Response.json(
    { success: false, error: { code: 'UNAVAILABLE', message: obstacle } },
    { status: 503, headers: { ...HEADERS, 'Retry-After': String(retryAfterSeconds) } },
  )
