import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { RestEnv } from './env.ts'

/** An answered request. `route` is the pattern, such as `/api/executions/:id`, so that its values are few. */
export type NoteRequest = (request: { method: string; route: string; status: number; ms: number }) => void

/** Any method that no route has would otherwise become a label. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Notes each request when its answer begins; a stream goes on afterwards. Mount it before everything else. */
export const noteRequests =
  (note: NoteRequest, timer: () => number): MiddlewareHandler<RestEnv> =>
  async (c, next) => {
    const begun = timer()
    await next()
    // Middleware matches with a star; what answered is the last route without one.
    const route = matchedRoutes(c).findLast(({ path }) => !path.endsWith('*'))
    const method = METHODS.has(c.req.method) ? c.req.method : 'other'
    note({ method, route: route?.path ?? 'none', status: c.res.status, ms: timer() - begun })
  }
