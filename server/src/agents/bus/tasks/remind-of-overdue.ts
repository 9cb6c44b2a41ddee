import { quoted } from '../../../ground/kernel/quoted.ts'
import { iso } from '../../../ground/kernel/time.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { tellAfter } from '../tell.ts'
import type { WorkParts } from '../work-dependencies.ts'
import { isOpen, workOnTasks } from './due-tasks.ts'
import { noticesOf } from './task-notices.ts'

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
        const text = `Overdue since ${iso(task.deadline ?? now)}: ${quoted(task.title)}`
        tell(noticesOf(task, { text, actorId: null, type: 'alert', priority: 1 }))
      }
      return tasks.length
    }),
  )
}
