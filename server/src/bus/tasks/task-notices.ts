import { iso } from '../../kernel/time.ts'
import type { AgentRow } from '../parts.ts'
import type { Notice } from '../tell.ts'
import { isEnded, type StoredTask } from './change-task.ts'

interface Facts {
  /** The sentence for people. */
  text: string
  /** Who acts, and needs no message; null for the server. */
  actorId: number | null
  /** Set if an agent acts: its name is the sender's. */
  from?: AgentRow | undefined
  type?: Notice['type']
  priority?: Notice['priority']
  /** Others to tell, such as the agent that had the task before. */
  also?: number[]
}

/** Messages about a task to its creator and its assignee, except to the agent that acts. */
export function noticesOf(task: StoredTask, { text, actorId, from, also = [], ...facts }: Facts): Notice[] {
  const sides = new Set([task.created_by, task.assigned_to, ...also].filter((id) => id !== null))
  const type = facts.type ?? (isEnded(task.status) ? 'result' : 'task')
  return [...sides]
    .filter((id) => id !== actorId)
    .map((to) => ({
      to,
      from,
      type,
      priority: facts.priority ?? priorityOf(task),
      channel: 'tasks',
      payload: {
        text,
        task: {
          id: task.public_id,
          title: task.title,
          status: task.status,
          priority: task.priority,
          deadline: task.deadline === null ? null : iso(task.deadline),
          assignedTo: task.assigned_name,
          createdBy: task.created_name,
          version: task.version,
          ...(task.result !== null && resultOf(task.result)),
        },
        next: nextOf(task, to),
      },
    }))
}

/** Tasks of priority 1 and 2 arrive before others. */
const priorityOf = ({ priority }: StoredTask): Notice['priority'] => (priority <= 2 ? 1 : 2)

/** A longer result would not fit into a message. */
const MOST_RESULT = 16 * 1024

const resultOf = (result: string) =>
  result.length <= MOST_RESULT ? { result: JSON.parse(result) as unknown } : { resultBytes: result.length }

function nextOf(task: StoredTask, to: number): string {
  const get = `GET /api/bus/tasks/${task.public_id}`
  if (isEnded(task.status) || to !== task.assigned_to) return `${get} returns the task with its history.`
  return `svc_lease with subject task and id ${task.public_id} claims it; svc_task_update reports the outcome. ${get} returns all of it.`
}
