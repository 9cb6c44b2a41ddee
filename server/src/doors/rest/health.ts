import type { Hono } from 'hono'
import type { Readiness } from '../../ground/kernel/readiness.ts'
import type { RestEnv } from './env.ts'

const HEADERS = { 'Cache-Control': 'no-store', Allow: 'GET, HEAD, OPTIONS' }

/**
 * `/healthz`: the process runs. `/readyz`: it can serve. Neither needs a credential or reveals anything else.
 */
export function mountHealth(app: Hono<RestEnv>, readiness: Readiness, isDraining: () => boolean): void {
  const obstacle = async () =>
    isDraining() ? 'The server is shutting down.' : ((await readiness.check())?.reason ?? null)
  app.get('/healthz', () => healthy('ok'))
  app.get('/readyz', async () => ready(await obstacle()))
  // Some balancers send HEAD; the plain check of HAProxy requests the root.
  for (const path of ['/', '/healthz', '/readyz'])
    app.use(path, async (c, next) => {
      if (c.req.method !== 'OPTIONS') return next()
      const { status, headers } = path === '/healthz' ? healthy('ok') : ready(await obstacle())
      return new Response(null, { status, headers })
    })
}

/** The answer to a health check while the app is opening; null for any other request. */
export function answerWhileStarting(method: string, path: string): Response | null {
  const isRoot = method === 'OPTIONS' && path === '/'
  if (path === '/healthz') return healthy('ok')
  return isRoot || path === '/readyz' ? ready('The server is starting.', 1) : null
}

const healthy = (status: 'ok' | 'ready') =>
  Response.json({ success: true, data: { status } }, { headers: HEADERS })

/** 200 if nothing is wrong, else an answer that names the problem. */
function ready(obstacle: string | null, retryAfterSeconds = 5): Response {
  if (obstacle === null) return healthy('ready')
  return Response.json(
    { success: false, error: { code: 'UNAVAILABLE', message: obstacle } },
    { status: 503, headers: { ...HEADERS, 'Retry-After': String(retryAfterSeconds) } },
  )
}
