import { sql } from 'kysely'
import { quoted } from '../../../ground/kernel/quoted.ts'
import { type Db, forUpdate, isOneOf } from '../../../ground/store/portable.ts'
import { tellAfter } from '../tell.ts'
import type { WorkParts } from '../work-dependencies.ts'
import { changeTask } from './change-task.ts'
import { isOpen, workOnTasks } from './due-tasks.ts'
import { noticesOf } from './task-notices.ts'

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
