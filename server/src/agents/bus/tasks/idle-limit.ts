import { type RawBuilder, sql } from 'kysely'
import { type Dialect, greatest } from '../../../ground/store/portable.ts'

/**
 * A task that is in progress without a lease becomes pending again if its assignee shows no sign of
 * life for this long, milliseconds.
 */
export const IDLE_MS = 60 * 60_000

/**
 * When a task that is in progress without a lease returns. Changes of the task, calls and an open
 * channel count as signs of life.
 */
export const idleUntil = (dialect: Dialect): RawBuilder<number> =>
  sql<number>`(${IDLE_MS} + ${greatest(
    dialect,
    sql`task.updated_at`,
    sql`coalesce((select ${greatest(dialect, sql`coalesce(last_seen_at, 0)`, sql`coalesce(live_until, 0)`)}
      from agent where agent.id = task.assigned_to), 0)`,
  )})`

/** When a task becomes pending again without a further sign of life or renewal; null unless it is in progress. */
export const returnsAt = (dialect: Dialect): RawBuilder<number | null> =>
  sql<number | null>`(case when task.status = 'in_progress' then coalesce((select ends_at from bus_lease
    where bus_lease.organization_id = task.organization_id and place = 'task/' || task.public_id),
    ${idleUntil(dialect)}) end)`
