import type { Db } from '../../store/portable.ts'
import type { AgentRow } from '../dependencies.ts'
import type { StoredTask } from './change-task.ts'

/**
 * The agent that had a task before its assignee claimed it. Null if the task was assigned to its
 * assignee directly, or if that agent was archived or deleted.
 */
export async function assigneeBefore(db: Db, { claimed_from }: StoredTask): Promise<AgentRow | null> {
  if (claimed_from === null) return null
  const before = await db
    .selectFrom('agent')
    .selectAll()
    .where('id', '=', claimed_from)
    .where('status', '<>', 'archived')
    .executeTakeFirst()
  return before ?? null
}
