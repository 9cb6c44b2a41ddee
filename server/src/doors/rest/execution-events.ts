import type { Hono } from 'hono'
import { z } from 'zod'
import { requireAccess } from '../../ground/kernel/access.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { parseInput } from '../../ground/kernel/parse-input.ts'
import { apiHeaders } from './answer.ts'
import type { RestEnv } from './env.ts'
import {
  eventHeaders,
  openEventStream,
  READS_EVENTS,
  type StreamDoor,
  type StreamEvent,
} from './event-stream.ts'
import { contextOf, inputOf, singleQuery } from './routes.ts'

/** An event contains the complete progress, so that losing one does no harm. */
interface Progress {
  revision: number
  state: string
  counts: { failed: number; flaky: number }
}

/** The objects that the route for events needs. */
export interface EventsDoor extends StreamDoor {
  readProgress(ctx: Context, id: string): Promise<Progress>
}

const Wanted = z.strictObject({ id: z.uuid() })

/** `GET /api/executions/:id/events`: the progress of an execution as server-sent events, until it settles. */
export function mountExecutionEvents(app: Hono<RestEnv>, door: EventsDoor): void {
  app.get('/api/executions/:id/events', async (c) => {
    requireAccess(c.get('caller'), READS_EVENTS)
    const path = c.req.param()
    const { id } = parseInput(Wanted, inputOf(path, singleQuery(c)), Object.keys(path))
    const ctx = contextOf(c, door.server)
    const first = await door.readProgress(ctx, id)
    const seen = c.req.header('Last-Event-ID')
    // 204 tells a browser not to reconnect.
    if (first.state !== 'running' && seen === String(first.revision))
      return new Response(null, { status: 204, headers: apiHeaders(c) })
    if (c.req.method === 'HEAD') return new Response(null, { headers: eventHeaders(c) })
    const eventOf = makeEvents(id)
    return openEventStream(door, {
      c,
      ctx,
      first: eventOf(first),
      told: {
        look: async (now) => eventOf(await door.readProgress(now, id)),
        hears: (subjects) => subjects === 'missed' || subjects.has(id.toLowerCase()),
        spacingMs: 0,
      },
    })
  })
}

/** Returns a function that makes an event of each new state. */
function makeEvents(id: string): (now: Progress) => StreamEvent | null {
  let sent: Progress | null = null
  return (now) => {
    if (sent?.revision === now.revision) return null
    const newFailures = sent ? Math.max(0, now.counts.failed - sent.counts.failed) : 0
    sent = now
    const isLast = now.state !== 'running'
    return {
      name: isLast ? 'settled' : 'progress',
      id: String(now.revision),
      data: { id, ...now, newFailures },
      isLast,
    }
  }
}
