import type { Store } from '../../ground/store/open.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { readBlocks } from './archive/read-blocks.ts'
import { readUnmoved } from './rows/read-unmoved.ts'

/** The number of skipped results of an execution for each reason, by the reason's internal id. */
export const countSkipped = (store: Store, executionId: number): Promise<Map<number, number>> =>
  readUnmoved(store, [executionId], (archived) =>
    archived.has(executionId) ? countArchived(store, executionId) : countLive(store, executionId),
  )

async function countLive({ read }: Store, executionId: number): Promise<Map<number, number>> {
  const rows = await read
    .selectFrom('result')
    .select(({ fn }) => ['reason_id', fn.countAll().as('count')])
    .where('execution_id', '=', executionId)
    .where('verdict', '=', VERDICT.skipped)
    .where('reason_id', 'is not', null)
    .groupBy('reason_id')
    .execute()
  return new Map(rows.map(({ reason_id, count }) => [reason_id as number, Number(count)]))
}

async function countArchived({ read }: Store, executionId: number): Promise<Map<number, number>> {
  const counts = new Map<number, number>()
  for await (const { results } of readBlocks(read, executionId))
    for (const { verdict, reason_id } of results)
      if (verdict === VERDICT.skipped && reason_id !== null)
        counts.set(reason_id, (counts.get(reason_id) ?? 0) + 1)
  return counts
}
