import { quoted } from '../../../ground/kernel/quoted.ts'
import type { Db } from '../../../ground/store/portable.ts'
import type { AgentRow } from '../dependencies.ts'
import type { Notice } from '../tell.ts'
import { changeTask, type StoredTask } from './change-task.ts'
import { noticesOf } from './task-notices.ts'

/**
 * In the transaction that has locked a task in progress: sets it back to pending for the agent that
 * had it before the claim. Returns the task and its notices.
 */
export async function returnTask(
  db: Db,
  task: StoredTask,
  because: string,
  now: number,
): Promise<{ task: StoredTask; notices: Notice[] }> {
  const before = await assigneeBefore(db, task)
  const { changed: _, ...returned } = await changeTask(
    db,
    task,
    { status: 'pending', ...(before && { assignedTo: before }) },
    { actor: 'svc', because, now },
  )
  const back = before ? ` and belongs to ${before.name} again` : ''
  const text = `${because} The task is pending again${back}: ${quoted(task.title)}`
  return { task: returned, notices: noticesOf(returned, { text, actorId: null, also: [task.assigned_to] }) }
}

/**
 * The agent that had a task before its assignee claimed it. Null if the task was assigned to its
 * assignee directly, or if that agent was archived or deleted.
 */
async function assigneeBefore(db: Db, { claimed_from }: StoredTask): Promise<AgentRow | null> {
  if (claimed_from === null) return null
  const before = await db
    .selectFrom('agent')
    .selectAll()
    .where('id', '=', claimed_from)
    .where('status', '<>', 'archived')
    .executeTakeFirst()
  return before ?? null
}
