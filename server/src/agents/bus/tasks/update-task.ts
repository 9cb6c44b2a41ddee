import type { taskOperations } from '@svc/schema'
import type { z } from 'zod'
import { isAtLeast } from '../../../ground/kernel/access.ts'
import type { Context } from '../../../ground/kernel/context.ts'
import { NEXT, worded } from '../../../ground/kernel/next-step.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { quoted, slug } from '../../../ground/kernel/quoted.ts'
import { type Db, forUpdate } from '../../../ground/store/portable.ts'
import { describeActor } from '../../../people/identity/audit.ts'
import { actingAgentOrSelf, actingAs } from '../acting-agent.ts'
import type { AgentRow, WorkParts } from '../dependencies.ts'
import { findAgent } from '../find-agent.ts'
import { lockLease } from '../leases/hold.ts'
import { tellAfter } from '../tell.ts'
import { type ChangedTask, changeTask, type StoredTask, type TaskChanges } from './change-task.ts'
import { readData, readDeadline, requireWorking } from './task-input.ts'
import { noticesOf } from './task-notices.ts'
import { describeTask, findTask } from './task-rows.ts'

type Input = z.output<typeof taskOperations.updateTask.input>

export const updateTask =
  (parts: WorkParts): Handlers<typeof taskOperations>['updateTask'] =>
  async ({ ctx, input }) => {
    const found = await findTask(ctx, input.id)
    const actor = await actingAgentOrSelf(actingAs(ctx, input.agent))
    const changes = await readChanges(ctx, input)
    await tellAfter(parts, ctx.store, async (db, tell) => {
      const task = await lockTask(db, ctx, found.id)
      requireMayChange(ctx, actor, task)
      requireVersion(task, input.version)
      const name = actor?.name ?? (await describeActor(db, ctx.caller)).actor_name
      const changed = await changeTask(db, task, withoutHolder(task, changes), {
        actor: name,
        now: ctx.clock(),
      })
      if (changed.changed.length === 0) return
      // Its holder has ended it, or another agent now has the task.
      if (changed.status !== 'in_progress' || changed.assigned_to !== task.assigned_to)
        await dropLease(db, ctx, task)
      const isNew = task.assigned_to !== changed.assigned_to
      const also = isNew ? [task.assigned_to] : []
      const text = describeChange(actor ? slug(name) : quoted(name), task, changed)
      const actorId = actor?.id ?? null
      tell(noticesOf(changed, { text, actorId, from: actor ?? undefined, also, isNew }))
    })
    return describeTask(ctx, parts, found.id)
  }

async function readChanges(ctx: Context, input: Input): Promise<TaskChanges> {
  const { status, result, priority, deadline, assignedTo } = input
  if ([status, result, priority, deadline, assignedTo].every((value) => value === undefined))
    throw new Problem(
      'INVALID_REQUEST',
      'Name at least one change, such as a status, a result, a priority or a deadline.',
    )
  return {
    status,
    priority,
    ...(result !== undefined && { result: readData(result, 'result') }),
    ...(deadline !== undefined && {
      deadline: deadline === null ? null : readDeadline(deadline, ctx.clock()),
    }),
    ...(assignedTo !== undefined && { assignedTo: requireWorking(await findAgent(ctx, assignedTo)) }),
  }
}

/** The new assignee has not started. */
const withoutHolder = (task: StoredTask, changes: TaskChanges): TaskChanges =>
  changes.assignedTo &&
  changes.assignedTo.id !== task.assigned_to &&
  changes.status === undefined &&
  task.status === 'in_progress'
    ? { ...changes, status: 'pending' }
    : changes

export const lockTask = (db: Db, { store }: Pick<Context, 'store'>, id: number): Promise<StoredTask> =>
  db
    .selectFrom('task')
    .selectAll()
    .where('id', '=', id)
    .$call(forUpdate(store.dialect))
    .executeTakeFirstOrThrow()

function requireMayChange({ caller }: Context, actor: AgentRow | null, task: StoredTask): void {
  if (isAtLeast(caller.role, 'admin')) return
  if (actor && (actor.id === task.created_by || actor.id === task.assigned_to)) return
  const isOwn = caller.personId !== null && caller.personId === task.created_by_person
  if (isOwn && isAtLeast(caller.role, 'editor')) return
  throw new Problem(
    'FORBIDDEN',
    worded`Only its creator ${task.created_by === null ? quoted(task.created_name) : slug(task.created_name)}, its assignee ${slug(task.assigned_name)} and admins may change this task. Write to one of them with ${NEXT.sendMessage}.`,
  )
}

/** Throws CONFLICT if the change is based on another version. */
export function requireVersion(task: StoredTask, version: number | undefined): void {
  if (version === undefined || version === task.version) return
  throw new Problem(
    'CONFLICT',
    `This task has version ${task.version}, and the request is based on version ${version}. Read the task again; its status is ${task.status}.`,
  )
}

async function dropLease(db: Db, { store }: Context, task: StoredTask): Promise<void> {
  const lease = await lockLease(db, store.dialect, task.organization_id, `task/${task.public_id}`)
  if (lease) await db.deleteFrom('bus_lease').where('id', '=', lease.id).execute()
}

function describeChange(name: string, before: StoredTask, after: ChangedTask): string {
  const status = before.status === after.status ? '' : ` from ${before.status} to ${after.status}`
  const others = after.changed.filter((field) => field !== 'status')
  const what = [
    ...(status === '' ? [] : [`changed the status${status}`]),
    ...(others.includes('assignedTo') ? [`assigned it to ${after.assigned_name}`] : []),
    ...(others.includes('result') ? ['reported a result'] : []),
    ...(others.includes('priority') ? [`set the priority to ${after.priority}`] : []),
    ...(others.includes('deadline') ? ['changed the deadline'] : []),
  ]
  return `${name} ${what.join(', ')}: ${quoted(after.title)}`
}
