import { sql } from 'kysely'
import { type Db, type Dialect, forUpdate, isOneOf } from '../../../ground/store/portable.ts'
import { type Notice, tellAfter } from '../tell.ts'
import type { WorkParts } from '../work-dependencies.ts'
import type { StoredTask } from './change-task.ts'
import { workOnTasks } from './due-tasks.ts'
import { IDLE_MS, idleUntil } from './idle-limit.ts'
import { returnTask } from './return-task.ts'

/**
 * Sets tasks that are in progress without a lease back to pending if their assignees show no sign
 * of life, and notifies both sides. Returns how many.
 */
export async function returnIdle(parts: WorkParts): Promise<number> {
  const { read, dialect } = parts.bus.store
  const now = await parts.time(read)
  return workOnTasks(read, idleTasks(read, dialect, now), 'updated_at', (ids) =>
    tellAfter(parts, parts.bus.store, async (db, tell) => {
      const tasks = await idleTasks(db, dialect, now)
        .selectAll('task')
        .where(isOneOf(dialect, 'task.id', ids))
        .orderBy('task.id')
        .$call(forUpdate(dialect))
        .execute()
      for (const task of tasks) tell((await returnTask(db, task, becauseIdle(task), parts.clock())).notices)
      return tasks.length
    }),
  )
}

/**
 * In the transaction that has locked a task: sets it back to pending if its assignee has it in
 * progress and shows no sign of life. The caller must know that no other agent has a lease.
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
    // A literal, so that SQLite recognizes the partial index.
    .where(sql<boolean>`task.status = 'in_progress'`)
    .where('task.updated_at', '<=', now - IDLE_MS)
    .where(idleUntil(dialect), '<=', now)
    .where(
      sql<boolean>`not exists (select 1 from bus_lease where bus_lease.organization_id = task.organization_id
        and place = 'task/' || task.public_id)`,
    )
