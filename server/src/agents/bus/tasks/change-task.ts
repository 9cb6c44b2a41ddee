import { LIMITS } from '@svc/protocol'
import type { Selectable } from 'kysely'
import { NEXT, Problem, toolOrCommand, worded } from '../../../ground/kernel/problem.ts'
import { quoted } from '../../../ground/kernel/quoted.ts'
import { iso } from '../../../ground/kernel/time.ts'
import type { Db } from '../../../ground/store/portable.ts'
import type { Tables, TaskStatus } from '../../../ground/store/tables.ts'
import type { AgentRow } from '../dependencies.ts'
import type { Notice } from '../tell.ts'

export type StoredTask = Selectable<Tables['task']>

/** New values of a task; `result` is JSON. */
export interface TaskChanges {
  status?: TaskStatus | undefined
  result?: string | undefined
  priority?: number | undefined
  deadline?: number | null | undefined
  assignedTo?: Pick<AgentRow, 'id' | 'name'> | undefined
}

interface ChangeFacts {
  /** The name of the agent or person that changes it. */
  actor: string
  /** Why the server changes it. */
  because?: string | undefined
  now: number
}

export const isEnded = (status: TaskStatus): boolean =>
  status === 'done' || status === 'failed' || status === 'cancelled'

/** A changed task, with the names of its changed fields. */
export interface ChangedTask extends StoredTask {
  changed: string[]
}

/**
 * In the transaction that has locked the task: changes it and adds the change to its history. If
 * all values are already set, nothing changes.
 */
export async function changeTask(
  db: Db,
  task: StoredTask,
  changes: TaskChanges,
  { actor, because, now }: ChangeFacts,
): Promise<ChangedTask> {
  const { status = task.status, priority = task.priority, result = task.result } = changes
  const deadline = changes.deadline === undefined ? task.deadline : changes.deadline
  const next: StoredTask = {
    ...task,
    status,
    priority,
    deadline,
    result,
    assigned_to: changes.assignedTo?.id ?? task.assigned_to,
    assigned_name: changes.assignedTo?.name ?? task.assigned_name,
  }
  const differences = differencesOf(task, next)
  const changed = Object.keys(differences)
  if (changed.length === 0) return { ...task, changed }
  next.version = task.version + 1
  next.updated_at = now
  next.ended_at = isEnded(status) ? (task.ended_at ?? now) : null
  // A new deadline, or another assignee, can be late again.
  if ('deadline' in differences) next.overdue_at = null
  if ('assignedTo' in differences) {
    next.orphaned_at = null
    next.claimed_from = next.assigned_name === actor ? task.assigned_to : null
  }
  const { id, public_id: _public, organization_id: _organization, created_at: _created, ...columns } = next
  await db.updateTable('task').set(columns).where('id', '=', id).execute()
  await recordChange(db, next, { changes: differences, actor, because, now })
  return { ...next, changed }
}

/** Adds to the history of a task. */
export const recordChange = (
  db: Db,
  task: Pick<StoredTask, 'id' | 'organization_id' | 'project_id'>,
  { changes, actor, because, now }: ChangeFacts & { changes: Differences },
) =>
  db
    .insertInto('task_change')
    .values({
      task_id: task.id,
      organization_id: task.organization_id,
      project_id: task.project_id,
      at: now,
      actor,
      changes: JSON.stringify(changes),
      because: because ?? null,
    })
    .execute()

type Differences = Record<string, { from: unknown; to: unknown }>

function differencesOf(before: StoredTask, after: StoredTask): Differences {
  const [from, to] = [factsOf(before), factsOf(after)]
  const differences: Differences = Object.fromEntries(
    Object.keys(to).flatMap((name) =>
      from[name] === to[name] ? [] : [[name, { from: from[name], to: to[name] }]],
    ),
  )
  // Not parsed to be compared: a result may have a megabyte.
  if (before.result !== after.result)
    differences.result = { from: excerptOf(before.result), to: excerptOf(after.result) }
  return differences
}

/**
 * The number of characters of a value in the history, as JSON: an agent may change a result any
 * number of times.
 */
const LONGEST = 1_000

/** A value for the history, from its JSON; a larger one is cut to the start of the JSON. */
const excerptOf = (json: string | null): unknown => {
  if (json === null) return null
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : JSON.parse(json)
}

const factsOf = (task: StoredTask): Record<string, string | number | null> => ({
  status: task.status,
  priority: task.priority,
  deadline: task.deadline === null ? null : iso(task.deadline),
  assignedTo: task.assigned_name,
})

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

/** Milliseconds of a time in UTC. Throws INVALID_REQUEST unless it is in the future. */
export function readDeadline(deadline: string, now: number): number {
  const at = Date.parse(deadline)
  if (at <= now)
    throw new Problem(
      'INVALID_REQUEST',
      `deadline must be in the future: ${iso(at)} has passed, it is ${iso(now)} now.`,
    )
  return at
}

/** An object as JSON. Throws PAYLOAD_TOO_LARGE above the limit. */
export function readData(data: Record<string, unknown>, field: 'payload' | 'result'): string {
  const json = JSON.stringify(data)
  if (Buffer.byteLength(json) > LIMITS.taskBytes)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `${field} is over its limit of ${LIMITS.taskBytes} bytes as JSON. Upload the data elsewhere and name the place.`,
    )
  return json
}

/** Throws CONFLICT for an archived agent. */
export function requireWorking(agent: AgentRow): AgentRow {
  if (agent.status !== 'archived') return agent
  throw new Problem(
    'CONFLICT',
    worded`The agent ${agent.name} is archived and takes no tasks. ${NEXT.listAgents} shows the active agents.`,
  )
}

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
