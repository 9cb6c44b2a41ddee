import type { taskOperations } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import { NEXT, worded } from '../../../ground/kernel/next-step.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { quoted } from '../../../ground/kernel/quoted.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { AgentRow, WorkParts } from '../dependencies.ts'
import { holdSubject } from '../leases/hold.ts'
import { tellAfter } from '../tell.ts'
import { changeTask, isEnded, type StoredTask } from './change-task.ts'
import { returnIfIdle } from './due-tasks.ts'
import { noticesOf } from './task-notices.ts'
import { describeTask, findTask } from './task-rows.ts'
import { lockTask, requireVersion } from './update-task.ts'

export const claimTask =
  (parts: WorkParts): Handlers<typeof taskOperations>['claimTask'] =>
  async ({ ctx, input }) => {
    const agent = await actingAgent(actingAs(ctx, input.agent))
    const { taskId } = await claim(ctx, parts, { ...input, agent })
    return describeTask(ctx, parts, taskId)
  }

interface Wanted {
  agent: AgentRow
  /** The id of the task. */
  id: string
  minutes: number
  version?: number | undefined
}

/**
 * Leases a task to an agent, which then has it in progress. The first agent to claim a pending task
 * gets it. Throws CONFLICT if the task has ended or another agent works on it.
 */
export async function claim(ctx: Context, parts: WorkParts, { agent, id, minutes, version }: Wanted) {
  const found = await findTask(ctx, id)
  return tellAfter(parts, ctx.store, async (db, tell) => {
    const now = await parts.time(db)
    const held = {
      subject: 'task' as const,
      id: found.public_id,
      projectId: found.project_id,
      place: `task/${found.public_id}`,
    }
    const { dialect } = ctx.store
    const { lease, isRenewal, notices } = await holdSubject(db, { dialect, agent, held, minutes, now })
    tell(notices)
    const locked = await lockTask(db, ctx, found.id)
    requireVersion(locked, version)
    const isOwn = locked.assigned_to === agent.id
    const { task, notices: returned } = isOwn
      ? { task: locked, notices: [] }
      : await returnIfIdle(db, dialect, locked, now)
    tell(returned)
    requireFree(task, agent)
    const changes = { status: 'in_progress' as const, assignedTo: agent }
    const changed = await changeTask(db, task, changes, { actor: agent.name, now: ctx.clock() })
    if (changed.changed.length > 0) {
      const also = task.assigned_to === agent.id ? [] : [task.assigned_to]
      const text = `${agent.name} works on it: ${quoted(task.title)}`
      tell(noticesOf(changed, { text, actorId: agent.id, from: agent, also }))
    }
    return { lease, isRenewal, taskId: task.id }
  })
}

function requireFree(task: StoredTask, agent: AgentRow): void {
  if (isEnded(task.status))
    throw new Problem(
      'CONFLICT',
      worded`This task is ${task.status}. Set its status to pending with ${NEXT.updateTask} before you claim it.`,
    )
  if (task.status === 'in_progress' && task.assigned_to !== agent.id)
    throw new Problem(
      'CONFLICT',
      worded`${task.assigned_name} has this task in progress. Write to ${task.assigned_name} with ${NEXT.sendMessage}.`,
    )
}
