import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'
import { isFailedOrFlaky } from './is-failed-or-flaky.ts'
import { readArchived } from './rows/read-archived.ts'
import { readUnmoved } from './rows/read-unmoved.ts'

/** A failed result with an error. */
export interface FailedWithError {
  execution_id: number
  test_id: number
  reason_id: number
}

/** Failed results of these executions that have an error, in no order; more than `limit` are cut off. */
export const readFailedWithError = async (
  store: Store,
  executionIds: number[],
  limit: number,
): Promise<FailedWithError[]> =>
  executionIds.length === 0
    ? []
    : readUnmoved(store, executionIds, async (archived) => {
        const live = executionIds.filter((id) => !archived.has(id))
        const rows = live.length === 0 ? [] : await readLive(store, live, limit)
        const unpacked = await readArchived(store.read, archived.keys(), null)
        const failed = unpacked.filter((row) => row.verdict === VERDICT.failed && row.reason_id !== null)
        return [...rows, ...failed.slice(0, limit)] as FailedWithError[]
      })

const readLive = ({ read, dialect }: Store, executionIds: number[], limit: number) =>
  read
    .selectFrom('result')
    .select(['execution_id', 'test_id', 'reason_id'])
    .where(isOneOf(dialect, 'execution_id', executionIds))
    .where(isFailedOrFlaky('verdict'))
    .where('verdict', '=', VERDICT.failed)
    .where('reason_id', 'is not', null)
    .limit(limit)
    .execute()
