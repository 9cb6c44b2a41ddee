import type { executionOperations } from '@svc/schema'
import type { Handlers } from '../kernel/handlers.ts'
import { findExecution } from './find.ts'
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
  return summaryOf(await findExecution(ctx, input.id), baseUrl)
}
