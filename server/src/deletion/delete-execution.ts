import type { deletionOperations } from '@svc/schema'
import { findExecution } from '../executions/find.ts'
import { lockExecution } from '../executions/lock.ts'
import { removeFailures } from '../failures/record-failures.ts'
import { takeFromHistory } from '../history/rollup.ts'
import { recordAudit } from '../identity/audit.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { notFound } from '../kernel/problem.ts'
import { forgetEvents } from './forget-events.ts'
import { softDeleteExecutions } from './soft-delete.ts'

/** Removes an execution from every answer, and from the history of its tests; a job removes its rows. */
export const deleteExecution: Handlers<typeof deletionOperations>['deleteExecution'] = async ({
  ctx,
  input,
}) => {
  const { id, project_id, slug, build } = await findExecution(ctx, input.id)
  const now = ctx.clock()
  await ctx.store.write(async (db) => {
    const execution = await lockExecution(db, ctx.store.dialect, id)
    // Another request deleted it meanwhile.
    if (execution.project_id !== project_id) throw notFound('execution')
    await takeFromHistory(db, execution)
    await removeFailures(db, execution)
    await softDeleteExecutions(db, ctx.store.dialect, [id], now)
    await forgetEvents(db, ctx.store.dialect, ctx.caller.organizationId, { executionId: execution.public_id })
    await recordAudit(db, ctx.caller, now, {
      action: 'execution.deleted',
      target: { kind: 'execution', id: execution.public_id, name: `${slug} ${execution.suite} ${build}` },
    })
  })
  return { id: input.id, deletedAt: new Date(now).toISOString() }
}
