import { type SelectQueryBuilder, sql } from 'kysely'
import { quoted } from '../../../ground/kernel/quoted.ts'
import { iso } from '../../../ground/kernel/time.ts'
import { type Db, type Dialect, forUpdate, isOneOf } from '../../../ground/store/portable.ts'
import { type DueRows, takeTurns, workInTurns } from '../../../ground/store/process-due-rows.ts'
import { turnOf } from '../../../ground/store/round-robin.ts'
import type { Tables } from '../../../ground/store/tables.ts'
import type { WorkParts } from '../dependencies.ts'
import { type Notice, tellAfter } from '../tell.ts'
import { changeTask, type StoredTask } from './change-task.ts'
import { returnTask } from './return-task.ts'
import { noticesOf } from './task-notices.ts'
import { IDLE_MS, idleUntil, inSmallSteps, TEXT_BYTES } from './task-rows.ts'

/** A literal, so that SQLite recognizes the partial indexes. */
const isOpen = sql<boolean>`task.status in ('pending', 'in_progress')`

/** The number of tasks in one transaction, unless they have large texts. */
const BATCH = 100

/** Selects the tasks that are due. */
type DueTasks = SelectQueryBuilder<Tables, 'task', object>

/**
 * Sets open tasks of archived and deleted agents back to pending, and notifies their creators once
 * per assignee. Returns how many.
 */
export async function returnOrphans(parts: WorkParts): Promise<number> {
  const { read, dialect } = parts.bus.store
  return workOnTasks(parts, orphans(read), 'id', (ids) =>
    tellAfter(parts, parts.bus.store, async (db, tell) => {
      const now = parts.clock()
      const tasks = await orphans(db)
        .selectAll('task')
        .where(isOneOf(dialect, 'task.id', ids))
        .orderBy('task.id')
        .$call(forUpdate(dialect))
        .execute()
      for (const task of tasks) {
        await db.updateTable('task').set({ orphaned_at: now }).where('id', '=', task.id).execute()
        const because = `The agent ${task.assigned_name} was archived or deleted.`
        const orphan = { ...task, orphaned_at: now }
        const changed = await changeTask(db, orphan, { status: 'pending' }, { actor: 'svc', because, now })
        const text = `${because} Its task waits for another agent: ${quoted(task.title)}`
        tell(noticesOf(changed, { text, actorId: null, type: 'alert', priority: 1 }))
      }
      return tasks.length
    }),
  )
}

const orphans = (db: Db) =>
  db
    .selectFrom('task')
    .where(isOpen)
    .where('task.orphaned_at', 'is', null)
    .where(
      sql<boolean>`not exists (select 1 from agent
        where agent.id = task.assigned_to and agent.status <> 'archived')`,
    )

/**
 * Processes due tasks in batches, in turns of their organizations; `work` is one transaction. `order` is
 * the column by which an index sorts them. Returns how many tasks changed.
 */
function workOnTasks(
  { bus: { store } }: WorkParts,
  due: DueTasks,
  order: 'id' | 'deadline' | 'updated_at',
  work: (ids: number[]) => Promise<number>,
): Promise<number> {
  const rows: DueRows = {
    oldest: (limit) => due.select('task.id').orderBy(`task.${order}`).limit(limit).execute(),
    inTurns: (limit) => {
      const turn = turnOf('task.organization_id', `task.${order}`).as('turn')
      return takeTurns(store.read, due.select(['task.id', turn]), limit)
    },
  }
  return workInTurns(rows, { size: BATCH }, async (ids) => {
    const sized = store.read.selectFrom('task').select(['id', TEXT_BYTES.as('bytes')])
    return inSmallSteps(await sized.where(isOneOf(store.dialect, 'id', ids)).execute(), work)
  })
}

/** Notifies both sides of tasks whose deadline has passed, once for each deadline. Returns how many. */
export async function remindOfOverdue(parts: WorkParts): Promise<number> {
  const { read, dialect } = parts.bus.store
  const now = await parts.time(read)
  const overdue = read
    .selectFrom('task')
    .where(isOpen)
    .where('task.overdue_at', 'is', null)
    .where('task.deadline', 'is not', null)
    .where('task.deadline', '<=', now)
  return workOnTasks(parts, overdue, 'deadline', (ids) =>
    tellAfter(parts, parts.bus.store, async (db, tell) => {
      const tasks = await db
        .updateTable('task')
        .set({ overdue_at: now })
        .where(isOneOf(dialect, 'id', ids))
        .where(isOpen)
        .where('overdue_at', 'is', null)
        .where('deadline', '<=', now)
        .returningAll()
        .execute()
      for (const task of tasks) {
        const text = `Overdue since ${iso(task.deadline ?? now)}: ${quoted(task.title)}`
        tell(noticesOf(task, { text, actorId: null, type: 'alert', priority: 1 }))
      }
      return tasks.length
    }),
  )
}

/**
 * Sets tasks that are in progress without a lease back to pending if their assignees show no sign
 * of life, and notifies both sides. Returns how many.
 */
export async function returnIdle(parts: WorkParts): Promise<number> {
  const { read, dialect } = parts.bus.store
  const now = await parts.time(read)
  return workOnTasks(parts, idleTasks(read, dialect, now), 'updated_at', (ids) =>
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
