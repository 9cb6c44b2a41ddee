import type { executionOperations } from '@svc/schema'
import type { Context } from '../kernel/context.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { findExecution } from './find.ts'
import { lockExecution, settle } from './settle.ts'
import { summaryOf } from './summary.ts'
import { waitingFor } from './waiting-for.ts'

/** Nobody has to wait for silence where somebody knows that it is over; missing parts are still waited for. */
const ASKED = { settleAfterMs: 0, incompleteAfterMs: Number.POSITIVE_INFINITY }
/** Nothing will come any more: without a declared shard an execution is incomplete at once. */
export const OVER = { settleAfterMs: 0, incompleteAfterMs: 0 }

export const settleExecution: Handlers<typeof executionOperations>['settleExecution'] = async ({
  ctx,
  input,
}) => {
  const { id } = await findExecution(ctx, input.id)
  await settleAsked(ctx, id)
  const execution = await findExecution(ctx, input.id)
  return {
    ...summaryOf(execution, ctx.baseUrl),
    waitingFor: execution.state === 'running' ? await waitingFor(ctx.store, id) : [],
  }
}

/**
 * Settles an execution of which somebody says that it is over, unless a part is open. Shards that have not come are
 * waited for, or taken for lost by whoever knows that no job is left to send them.
 */
export async function settleAsked({ store, clock }: Context, id: number, times = ASKED): Promise<void> {
  await store.write(async (db) =>
    settle(db, await lockExecution(db, store.dialect, id), times, clock(), 'asked'),
  )
}
