import type { Hono } from 'hono'
import { z } from 'zod'
import { requireAccess } from '../../ground/kernel/access.ts'
import type { Context } from '../../ground/kernel/context.ts'
import { parseInput } from '../../ground/kernel/parse-input.ts'
import type { RestEnv } from './env.ts'
import {
  eventHeaders,
  openEventStream,
  READS_EVENTS,
  type StreamDoor,
  type StreamEvent,
} from './event-stream.ts'
import { contextOf, singleQuery } from './routes.ts'

/** The objects that the route for events of an organization needs. */
export interface ChangesDoor extends StreamDoor {
  /** The number of changes of each project that the caller may see, by slug. */
  readChanges(ctx: Context): Promise<Map<string, number>>
}

/** An upload is many transactions; one look serves those of a second. */
const SPACING_MS = 1_000

/**
 * `GET /api/events`: the projects of the organization that have changed, as server-sent events. An event says what to
 * read again and not what changed, so that it cannot tell more than the caller may read.
 */
export function mountOrganizationEvents(app: Hono<RestEnv>, door: ChangesDoor): void {
  app.get('/api/events', async (c) => {
    requireAccess(c.get('caller'), READS_EVENTS)
    parseInput(z.strictObject({}), singleQuery(c))
    const ctx = contextOf(c, door.server)
    const first = await door.readChanges(ctx)
    if (c.req.method === 'HEAD') return new Response(null, { headers: eventHeaders(c) })
    const seen = c.req.header('Last-Event-ID')
    const eventOf = makeEvents(first)
    const start: StreamEvent =
      seen === undefined || seen === idOf(first)
        ? { name: 'ready', id: idOf(first), data: { projects: [] } }
        : { name: 'changed', id: idOf(first), data: { projects: [...first.keys()] } }
    return openEventStream(door, {
      c,
      ctx,
      first: start,
      told: {
        look: async (now) => eventOf(await door.readChanges(now)),
        hears: () => true,
        spacingMs: SPACING_MS,
      },
    })
  })
}

/** Returns a function that makes an event of the projects whose number of changes differs from the last one. */
function makeEvents(first: Map<string, number>): (now: Map<string, number>) => StreamEvent | null {
  let before = first
  return (now) => {
    const slugs = new Set([...before.keys(), ...now.keys()])
    const projects = [...slugs].filter((slug) => before.get(slug) !== now.get(slug))
    before = now
    return projects.length === 0 ? null : { name: 'changed', id: idOf(now), data: { projects } }
  }
}

const idOf = (changes: Map<string, number>): string =>
  `${changes.size}-${[...changes.values()].reduce((sum, n) => sum + n, 0)}`
