import { sql } from 'kysely'
import { iso } from '../../kernel/time.ts'
import { forUpdate, isOneOf } from '../../store/portable.ts'
import { turnOf } from '../../store/turns.ts'
import { tellAfter } from '../tell.ts'
import type { WorkParts } from '../work-parts.ts'
import { changeTask } from './change-task.ts'
import { noticesOf } from './task-notices.ts'

/** Tasks per transaction, in turns of their organizations. */
const BATCH = 100

/** Tells both sides of tasks whose deadline has passed, once for each deadline. Returns how many. */
export async function remindOfOverdue(parts: WorkParts): Promise<number> {
  const { store } = parts.bus
  for (let count = 0; ; ) {
    const now = await parts.time(store.read)
    const overdue = store.read
      .selectFrom('task')
      .select(['id', turnOf('organization_id', 'deadline').as('turn')])
      .where('status', 'in', ['pending', 'in_progress'])
      .where('overdue_at', 'is', null)
      .where('deadline', 'is not', null)
      .where('deadline', '<=', now)
    const due = await store.read
      .selectFrom(overdue.as('overdue'))
      .select('id')
      .orderBy('turn')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (due.length === 0) return count
    const told = await tellAfter(parts, async (db, tell) => {
      const tasks = await db
        .updateTable('task')
        .set({ overdue_at: now })
        .where(
          isOneOf(
            store.dialect,
            'id',
            due.map(({ id }) => id),
          ),
        )
        .where('status', 'in', ['pending', 'in_progress'])
        .where('overdue_at', 'is', null)
        .where('deadline', '<=', now)
        .returningAll()
        .execute()
      for (const task of tasks) {
        const text = `Overdue since ${iso(task.deadline ?? now)}: ${task.title}`
        tell(noticesOf(task, { text, actorId: null, type: 'alert', priority: 1 }))
      }
      return tasks.length
    })
    count += told
    if (due.length < BATCH || told === 0) return count
  }
}

/**
 * Returns open tasks of archived and deleted agents to pending, and tells their creators, once for each assignee.
 * Returns how many.
 */
export async function returnOrphans(parts: WorkParts): Promise<number> {
  const { store } = parts.bus
  const isGone = sql<boolean>`not exists (select 1 from agent
    where agent.id = task.assigned_to and agent.status <> 'archived')`
  for (let count = 0; ; ) {
    const left = store.read
      .selectFrom('task')
      .select(['id', turnOf('organization_id', 'id').as('turn')])
      .where('status', 'in', ['pending', 'in_progress'])
      .where('orphaned_at', 'is', null)
      .where(isGone)
    const orphans = await store.read
      .selectFrom(left.as('orphan'))
      .select('id')
      .orderBy('turn')
      .orderBy('id')
      .limit(BATCH)
      .execute()
    if (orphans.length === 0) return count
    await tellAfter(parts, async (db, tell) => {
      const now = parts.clock()
      const tasks = await db
        .selectFrom('task')
        .selectAll()
        .where(
          isOneOf(
            store.dialect,
            'id',
            orphans.map(({ id }) => id),
          ),
        )
        .where('status', 'in', ['pending', 'in_progress'])
        .where('orphaned_at', 'is', null)
        .where(isGone)
        .orderBy('id')
        .$call(forUpdate(store.dialect))
        .execute()
      for (const task of tasks) {
        await db.updateTable('task').set({ orphaned_at: now }).where('id', '=', task.id).execute()
        const because = `The agent ${task.assigned_name} was archived or deleted.`
        const orphan = { ...task, orphaned_at: now }
        const changed = await changeTask(db, orphan, { status: 'pending' }, { actor: 'svc', because, now })
        const text = `${because} Its task waits for another agent: ${task.title}`
        tell(noticesOf(changed, { text, actorId: null, type: 'alert', priority: 1 }))
      }
    })
    count += orphans.length
    if (orphans.length < BATCH) return count
  }
}
