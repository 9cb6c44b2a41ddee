import type { executionOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { findExecution } from '../../results/executions/find.ts'
import { summaryOf } from '../../results/executions/to-summary.ts'
import { waitingFor } from './own-missing.ts'
import { type Settler, settleWhereItFits } from './settle-one.ts'

export const settleExecution =
  (settler: Settler): Handlers<typeof executionOperations>['settleExecution'] =>
  async ({ ctx, input }) => {
    const { id } = await findExecution(ctx, input.id)
    await settleOnRequest(ctx, settler, id)
    const execution = await findExecution(ctx, input.id)
    return {
      ...summaryOf(execution, ctx.baseUrl),
      waitingFor: execution.state === 'running' ? await waitingFor(ctx.store, id) : [],
    }
  }

/**
 * Settles an execution that a caller declared complete, unless a part is open or a declared shard is missing.
 */
export const settleOnRequest = (ctx: Context, settler: Settler, id: number) =>
  settleBy(ctx, settler, id, 'requested')

/**
 * Settles an execution whose jobs have all ended. Absent shards are lost, and so is an open part without a
 * sign of life for the quiet period. A lost part that reports later reopens the execution.
 */
export const settleOver = (ctx: Context, settler: Settler, id: number) => settleBy(ctx, settler, id, 'over')

const settleBy = (
  { store, times, clock, caller }: Context,
  settler: Settler,
  executionId: number,
  rule: 'requested' | 'over',
) =>
  settleWhereItFits(store, settler, times, {
    executionId,
    organizationId: caller.organizationId,
    rule,
    now: clock(),
  })
