import { sql } from 'kysely'
import { type Db, type Dialect, forUpdate, isOneOf } from '../../store/portable.ts'
import { turnOf } from '../../store/turns.ts'
import { type Notice, tellAfter } from '../tell.ts'
import type { WorkParts } from '../work-parts.ts'
import type { StoredTask } from './change-task.ts'
import { returnTask } from './return-task.ts'
import { IDLE_MS, idleUntil } from './returns-at.ts'

/** Tasks per transaction, in turns of their organizations. */
const BATCH = 100

/** Returns tasks in progress without a lease whose assignees give no sign of life, and notifies both sides. Returns how many. */
export async function returnIdle(parts: WorkParts): Promise<number> {
  const { store } = parts.bus
  let count = 0
  for (;;) {
    const now = await parts.time(store.read)
    const idle = idleTasks(store.read, store.dialect, now)
      .select('task.id')
      .select(turnOf('task.organization_id', 'task.id').as('turn'))
    const due = await store.read
      .selectFrom(idle.as('idle'))
      .select('id')
      .orderBy('turn')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (due.length === 0) return count
    const ids = due.map(({ id }) => id)
    const returned = await tellAfter(parts, async (db, tell) => {
      const tasks = await idleTasks(db, store.dialect, now)
        .selectAll('task')
        .where(isOneOf(store.dialect, 'task.id', ids))
        .orderBy('task.id')
        .$call(forUpdate(store.dialect))
        .execute()
      for (const task of tasks) tell((await returnTask(db, task, becauseIdle(task), parts.clock())).notices)
      return tasks.length
    })
    count += returned
    if (due.length < BATCH || returned === 0) return count
  }
}

/**
 * In the transaction that has locked a task: makes it pending if its assignee has it in progress and gives no sign of
 * life. The caller knows that no other agent has a lease.
 */
export async function returnIfIdle(
  db: Db,
  dialect: Dialect,
  task: StoredTask,
  now: number,
): Promise<{ task: StoredTask; notices: Notice[] }> {
  if (task.status !== 'in_progress') return { task, notices: [] }
  const idle = await db
    .selectFrom('task')
    .select('id')
    .where('id', '=', task.id)
    .where(idleUntil(dialect), '<=', now)
    .executeTakeFirst()
  return idle ? returnTask(db, task, becauseIdle(task), now) : { task, notices: [] }
}

const becauseIdle = ({ assigned_name }: StoredTask) =>
  `The agent ${assigned_name} had it in progress without a lease, and gave no sign of life for ${IDLE_MS / 60_000} minutes.`

const idleTasks = (db: Db, dialect: Dialect, now: number) =>
  db
    .selectFrom('task')
    .where('task.status', '=', 'in_progress')
    .where('task.updated_at', '<=', now - IDLE_MS)
    .where(idleUntil(dialect), '<=', now)
    .where(
      sql<boolean>`not exists (select 1 from bus_lease where bus_lease.organization_id = task.organization_id
        and place = 'task/' || task.public_id)`,
    )
