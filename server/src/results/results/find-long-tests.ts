import type { Store } from '../../ground/store/open.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { readBlocks } from './archive/read-blocks.ts'
import { readUnmoved } from './rows/read-unmoved.ts'

/**
 * The ids of the first `limit` tests of an execution that passed and took at least `leastUs`
 * microseconds.
 */
export const findLongTests = (
  store: Store,
  executionId: number,
  { leastUs, limit }: { leastUs: number; limit: number },
): Promise<number[]> =>
  readUnmoved(store, [executionId], async (archived) => {
    if (archived.has(executionId)) return findArchived(store, executionId, leastUs, limit)
    const rows = await store.read
      .selectFrom('result')
      .select('test_id')
      .where('execution_id', '=', executionId)
      .where('verdict', '=', VERDICT.passed)
      .where('duration_us', '>=', leastUs)
      .orderBy('test_id')
      .orderBy('part')
      .limit(limit)
      .execute()
    return rows.map((row) => row.test_id)
  })

async function findArchived(store: Store, executionId: number, leastUs: number, limit: number) {
  const longTests: number[] = []
  for await (const { results } of readBlocks(store.read, executionId))
    for (const { test_id, verdict, duration_us } of results) {
      if (verdict === VERDICT.passed && duration_us >= leastUs) longTests.push(test_id)
      if (longTests.length === limit) return longTests
    }
  return longTests
}
