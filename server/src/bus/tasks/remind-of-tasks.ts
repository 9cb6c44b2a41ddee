import { sql } from 'kysely'
import { iso } from '../../kernel/time.ts'
import { type Db, forUpdate, isOneOf } from '../../store/portable.ts'
import { tellAfter } from '../tell.ts'
import type { WorkParts } from '../work-dependencies.ts'
import { changeTask } from './change-task.ts'
import { workOnTasks } from './due-tasks.ts'
import { noticesOf } from './task-notices.ts'

/** A literal, so that SQLite recognizes the partial indexes. */
const isOpen = sql<boolean>`task.status in ('pending', 'in_progress')`

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
  return workOnTasks(read, overdue, 'deadline', (ids) =>
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
        const text = `Overdue since ${iso(task.deadline ?? now)}: ${task.title}`
        tell(noticesOf(task, { text, actorId: null, type: 'alert', priority: 1 }))
      }
      return tasks.length
    }),
  )
}

/**
 * Sets open tasks of archived and deleted agents back to pending, and notifies their creators once
 * per assignee. Returns how many.
 */
export async function returnOrphans(parts: WorkParts): Promise<number> {
  const { read, dialect } = parts.bus.store
  return workOnTasks(read, orphans(read), 'id', (ids) =>
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
        const text = `${because} Its task waits for another agent: ${task.title}`
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
