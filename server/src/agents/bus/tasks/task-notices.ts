import { toolOrCommand } from '../../../ground/kernel/next-step.ts'
import { iso } from '../../../ground/kernel/time.ts'
import type { AgentRow } from '../dependencies.ts'
import type { Notice } from '../tell.ts'
import { isEnded, type StoredTask } from './change-task.ts'

interface Facts {
  /** The sentence that people read. */
  text: string
  /** Who acts, and therefore needs no message; null for the server. */
  actorId: number | null
  /** Set if an agent acts; the sender then has its name. */
  from?: AgentRow | undefined
  type?: Notice['type']
  priority?: Notice['priority']
  /** Others to notify, such as the agent that had the task before. */
  also?: number[]
  /**
   * True if the assignee has not seen the task yet: its message then also contains the description
   * and the payload.
   */
  isNew?: boolean
}

/** Messages about a task to its creator and its assignee, except to the agent that acts. */
export function noticesOf(
  task: StoredTask,
  { text, actorId, from, also = [], isNew = false, ...facts }: Facts,
): Notice[] {
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
          ...(task.result !== null && jsonOf('result', task.result)),
          ...(isNew && to === task.assigned_to && textOf(task)),
        },
        next: nextOf(task, to),
      },
    }))
}

/** Tasks of priority 1 and 2 arrive before others. */
const priorityOf = ({ priority }: StoredTask): Notice['priority'] => (priority <= 2 ? 1 : 2)

/** The size up to which texts and results fit into a message, bytes. */
const MOST_BYTES = 16 * 1024

const textOf = ({ description, payload }: StoredTask) => ({
  ...(description !== null &&
    (isShort(description) ? { description } : { descriptionBytes: Buffer.byteLength(description) })),
  ...(payload !== null && jsonOf('payload', payload)),
})

const jsonOf = (name: 'payload' | 'result', json: string) =>
  isShort(json) ? { [name]: JSON.parse(json) as unknown } : { [`${name}Bytes`]: Buffer.byteLength(json) }

/** As part of a message: quotes and control characters take more bytes in JSON. */
const isShort = (text: string) => Buffer.byteLength(JSON.stringify(text)) <= MOST_BYTES

function nextOf(task: StoredTask, to: number): string {
  const id = task.public_id
  const json = `{"id":"${id}"}`
  const read = `${toolOrCommand(`svc_agent_read {"task_id":"${id}"}`, `api getTask '${json}'`)} returns it whole.`
  if (isEnded(task.status) || to !== task.assigned_to) return read
  const claim = toolOrCommand(`svc_lease {"subject":"task","id":"${id}"}`, `api claimTask '${json}'`)
  return `${claim} claims it and returns it whole; ${toolOrCommand('svc_task_update', 'api updateTask')} reports the outcome. ${read}`
}
