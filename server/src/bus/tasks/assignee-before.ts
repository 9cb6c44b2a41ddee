import type { Db } from '../../store/portable.ts'
import type { AgentRow } from '../parts.ts'
import type { StoredTask } from './change-task.ts'

/**
 * The agent that had a task before its assignee claimed it; null if somebody gave it to its assignee, or if that agent was
 * archived or deleted.
 */
export async function assigneeBefore(db: Db, task: StoredTask): Promise<AgentRow | null> {
  const changes = await db
    .selectFrom('task_change')
    .select(['actor', 'changes'])
    .where('task_id', '=', task.id)
    .where('actor', '=', task.assigned_name)
    .orderBy('id', 'desc')
    .execute()
  for (const { actor, changes: json } of changes) {
    const { assignedTo } = JSON.parse(json) as { assignedTo?: { from: string; to: string } }
    if (assignedTo?.to !== actor) continue
    const before = await db
      .selectFrom('agent')
      .selectAll()
      .where('organization_id', '=', task.organization_id)
      .where('name', '=', assignedTo.from)
      .where('status', '<>', 'archived')
      // A later agent of this name is another one.
      .where('created_at', '<=', task.created_at)
      .executeTakeFirst()
    return before ?? null
  }
  return null
}
