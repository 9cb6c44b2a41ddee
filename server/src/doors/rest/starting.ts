import type { HttpBindings } from '@hono/node-server'
import { answerWhileStarting } from './health.ts'

export type Fetch = (request: Request, env: HttpBindings) => Response | Promise<Response>

/**
 * Answers while the app is opening, so that the port listens at once: the process runs, it is not ready, and
 * every other request waits for the app. A database migration can take a while.
 */
export function whileStarting(opening: Promise<{ fetch: Fetch }>): Fetch {
  let app: { fetch: Fetch } | null = null
  const opened = opening.then((made) => {
    app = made
    return made
  })
  // The caller that opens the app handles its errors; waiting requests do too.
  opened.catch(() => undefined)
  return (request, env) => {
    if (app) return app.fetch(request, env)
    const answer = answerWhileStarting(request.method, new URL(request.url).pathname)
    return answer ?? opened.then(({ fetch }) => fetch(request, env))
  }
}
