import type { executionOperations } from '@svc/schema'
import type { Context } from '../kernel/context.ts'
import type { Handlers } from '../kernel/handlers.ts'
import { findExecution } from './find.ts'
import { missingShards, PLACE_COLUMNS } from './latest-parts.ts'
import { lockExecution, settle } from './settle.ts'
import { summaryOf } from './summary.ts'

/** Nobody has to wait for silence where somebody knows that it is over; missing parts are still waited for. */
const ASKED = { settleAfterMs: 0, incompleteAfterMs: Number.POSITIVE_INFINITY }

export const settleExecution: Handlers<typeof executionOperations>['settleExecution'] = async ({
  ctx,
  input,
}) => {
  const { store, clock, baseUrl } = ctx
  const { id } = await findExecution(ctx, input.id)
  await store.write(async (db) =>
    settle(db, await lockExecution(db, store.dialect, id), ASKED, clock(), 'asked'),
  )
  const execution = await findExecution(ctx, input.id)
  const waitingFor = execution.state === 'running' ? await obstacles(ctx, id) : []
  return { ...summaryOf(execution, baseUrl), waitingFor }
}

async function obstacles({ store }: Context, executionId: number): Promise<string[]> {
  const parts = await store.read
    .selectFrom('part')
    .select(['number', 'state', ...PLACE_COLUMNS])
    .where('execution_id', '=', executionId)
    .orderBy('number')
    .execute()
  const open = parts.filter((part) => part.state === 'open')
  return [
    ...open.map((part) => `part ${part.number}, which has not ended`),
    ...missingShards(parts).map((shard) => `shard ${shard}`),
  ]
}
