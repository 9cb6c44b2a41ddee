import type { Selectable } from 'kysely'
import { iso } from '../../../ground/kernel/time.ts'
import type { Db } from '../../../ground/store/portable.ts'
import type { Tables, TaskStatus } from '../../../ground/store/tables.ts'
import type { AgentRow } from '../dependencies.ts'

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
  await db.updateTable('task').set(newColumns(task, next)).where('id', '=', task.id).execute()
  await recordChange(db, next, { changes: differences, actor, because, now })
  return { ...next, changed }
}

/** Without texts that stay: they may be large. */
const newColumns = (before: StoredTask, after: StoredTask): Partial<StoredTask> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof StoredTask] !== value),
  )

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
