import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../../ground/kernel/context.ts'
import { fitPage } from '../../../ground/kernel/fit-page.ts'
import { isUuid } from '../../../ground/kernel/id.ts'
import { notFound } from '../../../ground/kernel/problem.ts'
import { iso, isoOrNull } from '../../../ground/kernel/time.ts'
import { type Dialect, greatest, isOneOf, type SharedClock } from '../../../ground/store/portable.ts'
import { describeLease, leaseRows } from '../leases/lease-rows.ts'

/**
 * A task that is in progress without a lease becomes pending again if its assignee shows no sign of
 * life for this long, milliseconds.
 */
export const IDLE_MS = 60 * 60_000

type Asker = Pick<Context, 'store' | 'caller'>

/**
 * The tasks that the caller may see. A key of one project sees the tasks of that project, and those
 * that its own agents created or are assigned to.
 */
export function taskRows({ store, caller }: Asker) {
  const { organizationId, projectId, credential } = caller
  const rows = store.read
    .selectFrom('task')
    .leftJoin('project', 'project.id', 'task.project_id')
    .selectAll('task')
    .select('project.slug')
    .select(returnsAt(store.dialect).as('returns_at'))
    .where('task.organization_id', '=', organizationId)
  if (projectId === null) return rows
  return rows.where(
    sql<boolean>`(task.project_id = ${projectId} or exists (select 1 from agent
      where agent.organization_id = ${organizationId} and agent.credential = ${credential}
      and agent.id in (task.assigned_to, task.created_by)))`,
  )
}

/** Of the texts of a task that may be large, in bytes. */
export const TEXT_BYTES = sql<number>`coalesce(octet_length(task.payload), 0) + coalesce(octet_length(task.result), 0)`

/** The texts of the tasks of one transaction, bytes; one task alone may have more. */
const MOST_TOGETHER = 256 * 1_024

/** Works on rows in steps, each with little text of tasks, so that no other write waits for many of them. Returns the sum. */
export async function inSmallSteps(
  rows: { id: number; bytes: number }[],
  work: (ids: number[]) => Promise<number>,
): Promise<number> {
  let changed = 0
  for (let left = rows; left.length > 0; ) {
    const some = fitPage(left, ({ bytes }) => bytes, MOST_TOGETHER)
    changed += await work(some.map(({ id }) => id))
    left = left.slice(some.length)
  }
  return changed
}

export type TaskRow = Awaited<ReturnType<ReturnType<typeof taskRows>['execute']>>[number]

/** The task of this id. Throws NOT_FOUND if the caller sees none. */
export async function findTask(asker: Asker, id: string): Promise<TaskRow> {
  const row = isUuid(id)
    ? await taskRows(asker).where('task.public_id', '=', id.toLowerCase()).executeTakeFirst()
    : undefined
  if (!row) throw notFound('task')
  return row
}

/** Tasks as the API returns them. */
export async function describeTasks(
  { store, caller }: Asker,
  rows: TaskRow[],
  { time, now }: { time: SharedClock; now: number },
) {
  const places = rows.map(({ public_id }) => `task/${public_id}`)
  const shared = await time(store.read)
  const held =
    places.length === 0
      ? []
      : await leaseRows(store.read, caller.organizationId)
          .where(isOneOf(store.dialect, 'place', places))
          .where('ends_at', '>', shared)
          .execute()
  const leases = new Map(held.map((row) => [row.subject_id, describeLease(row)]))
  return rows.map((row) => ({
    id: row.public_id,
    assignedTo: row.assigned_name,
    createdBy: row.created_name,
    project: row.slug,
    title: row.title,
    description: row.description,
    priority: row.priority,
    deadline: isoOrNull(row.deadline),
    isOverdue: row.deadline !== null && row.ended_at === null && row.deadline <= now,
    payload: parsed(row.payload),
    status: isReturned(row, shared) ? ('pending' as const) : row.status,
    result: parsed(row.result),
    version: row.version,
    lease: leases.get(row.public_id) ?? null,
    returnsAt: isReturned(row, shared) ? null : isoOrNull(row.returns_at),
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
    endedAt: isoOrNull(row.ended_at),
  }))
}

/** Also true before the job sets it back to pending. */
const isReturned = ({ returns_at }: TaskRow, now: number) => returns_at !== null && returns_at <= now

export type DescribedTask = Awaited<ReturnType<typeof describeTasks>>[number]

const parsed = (json: string | null): Record<string, unknown> | null =>
  json === null ? null : (JSON.parse(json) as Record<string, unknown>)

/** One task as the API returns it, read again after a change. */
export async function describeTask(
  ctx: Pick<Context, 'store' | 'caller' | 'clock'>,
  { time }: { time: SharedClock },
  id: number,
): Promise<DescribedTask> {
  const rows = await taskRows(ctx).where('task.id', '=', id).execute()
  const [task] = await describeTasks(ctx, rows, { time, now: ctx.clock() })
  if (!task) throw notFound('task')
  return task
}

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
