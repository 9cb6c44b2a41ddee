import type { executionOperations } from '@svc/schema'
import { findExecution } from '../executions/find.ts'
import { lockExecution } from '../executions/lock.ts'
import { summaryOf } from '../executions/to-summary.ts'
import type { Context } from '../kernel/context.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { settle } from './settle.ts'
import { waitingFor } from './waiting-for.ts'

/** A declared end needs no quiet period; the server still waits for missing parts. */
const AT_ONCE = { settleAfterMs: 0, incompleteAfterMs: Number.POSITIVE_INFINITY }
/** No more parts will arrive: without a declared shard, an execution is incomplete at once. */
const OVER = { settleAfterMs: 0, incompleteAfterMs: 0 }

export const settleExecution: Handlers<typeof executionOperations>['settleExecution'] = async ({
  ctx,
  input,
}) => {
  const { id } = await findExecution(ctx, input.id)
  await settleOnRequest(ctx, id)
  const execution = await findExecution(ctx, input.id)
  return {
    ...summaryOf(execution, ctx.baseUrl),
    waitingFor: execution.state === 'running' ? await waitingFor(ctx.store, id) : [],
  }
}

/**
 * Settles an execution that a caller declared complete, unless a part is open or a declared shard is missing.
 */
export async function settleOnRequest({ store, clock }: Context, id: number): Promise<void> {
  await store.write(async (db) =>
    settle(db, await lockExecution(db, store.dialect, id), AT_ONCE, clock(), 'requested'),
  )
}

/**
 * Settles an execution whose jobs have all ended. Absent shards are lost, and so is an open part without a
 * sign of life for the quiet period. A lost part that reports later reopens the execution.
 */
export async function settleOver({ store, clock, times }: Context, id: number): Promise<void> {
  const now = clock()
  await store.write(async (db) => {
    const execution = await lockExecution(db, store.dialect, id)
    if (execution.state !== 'running') return
    await db
      .updateTable('part')
      .set({ state: 'lost' })
      .where('execution_id', '=', id)
      .where('state', '=', 'open')
      .where('last_seen_at', '<=', now - times.settleAfterMs)
      .execute()
    await settle(db, execution, OVER, now, 'requested')
  })
}
