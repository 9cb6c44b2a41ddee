import { setImmediate } from 'node:timers/promises'
import type { deletionOperations } from '@svc/schema'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import type { Withdrawal } from '../../history/history/take-from-history.ts'
import { WITHDRAWN_AT_ONCE, withdraw } from '../../history/history/withdraw.ts'
import { recordAudit } from '../../people/identity/audit.ts'
import { findExecution } from '../../results/executions/find.ts'
import { lockExecution } from '../../results/executions/lock.ts'
import { forgetEvents } from './forget-events.ts'
import { softDeleteExecutions } from './soft-delete.ts'

/** Removes an execution from every answer, and from the history of its tests; a job removes its rows. */
export const deleteExecution: Handlers<typeof deletionOperations>['deleteExecution'] = async ({
  ctx,
  input,
}) => {
  const { id, project_id, slug, build } = await findExecution(ctx, input.id)
  const now = ctx.clock()
  let withdrawal: Withdrawal = {}
  const step = async () => {
    const { publicId, next } = await ctx.store.write(async (db) => {
      const next = { ...withdrawal }
      const execution = await lockExecution(db, ctx.store.dialect, id)
      // Another request deleted it meanwhile.
      if (execution.project_id !== project_id) throw notFound('execution')
      if ((await withdraw(db, execution, WITHDRAWN_AT_ONCE, next)) === 0) return { publicId: null, next }
      await softDeleteExecutions(db, ctx.store.dialect, [id], now)
      await recordAudit(db, ctx.caller, now, {
        action: 'execution.deleted',
        target: { kind: 'execution', id: execution.public_id, name: `${slug} ${execution.suite} ${build}` },
      })
      return { publicId: execution.public_id, next }
    })
    withdrawal = next
    return publicId
  }
  // After the end of this process, it settles again: nobody has been told that it is deleted.
  let publicId = await step()
  for (; publicId === null; publicId = await step()) await setImmediate()
  await forgetEvents(ctx.store, ctx.caller.organizationId, { executionId: publicId })
  return { id: input.id, deletedAt: new Date(now).toISOString() }
}
