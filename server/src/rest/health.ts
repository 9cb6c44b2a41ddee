import type { Hono } from 'hono'
import type { RestEnv } from './env.ts'

/** How long the database may take to answer. */
const READY_WITHIN_MS = 2_000

/** `/healthz`: the process lives. `/readyz`: it can serve. Neither asks for a credential nor tells anything else. */
export function mountHealth(app: Hono<RestEnv>, ping: () => Promise<void>, isDraining: () => boolean): void {
  app.get('/healthz', (c) => c.json({ success: true, data: { status: 'ok' } }))
  app.get('/readyz', async (c) => {
    const obstacle = isDraining() ? 'The server is shutting down.' : await databaseTrouble(ping)
    if (obstacle === null) return c.json({ success: true, data: { status: 'ready' } })
    return c.json({ success: false, error: { code: 'INTERNAL', message: obstacle } }, 503, {
      'Retry-After': '5',
    })
  })
}

async function databaseTrouble(ping: () => Promise<void>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, READY_WITHIN_MS, 'The database does not answer in time.')
  })
  const asked = ping().then(
    () => null,
    () => 'The database cannot be reached.',
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}
