import { createMiddleware } from 'hono/factory'
import type { Caller } from '../../../ground/kernel/context.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { RestEnv } from '../env.ts'

/** Keeps a refusal for the admins of the organization; does not wait. */
export type NoteRefusal = (caller: Caller, door: string, problem: Problem) => void

const DOORS = /^\/api\/(?:ingest|test-results|artifacts(?:\/[^/]+\/upload)?)$/

/**
 * Reports refused uploads to their organization, because the client may only have left a line in a
 * CI log.
 */
export const noteRefusals = (note: NoteRefusal) =>
  createMiddleware<RestEnv>(async (c, next) => {
    await next()
    const { method, path } = c.req
    if (!(c.error instanceof Problem) || method === 'GET' || !DOORS.test(path)) return
    note(c.get('caller'), `${method} ${withoutId(path)}`, c.error)
  })

/** A path with `:id` in place of an artifact's id. */
const withoutId = (path: string): string =>
  path.endsWith('/upload') ? [...path.split('/').slice(0, -2), ':id', 'upload'].join('/') : path
