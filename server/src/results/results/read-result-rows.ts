import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { type ResultOfExecution, readArchived } from './rows/read-archived.ts'
import { readUnmoved } from './rows/read-unmoved.ts'

/**
 * All results of these tests in these executions, in no order. Includes results that a re-run
 * superseded, with a negative verdict.
 */
export const readResultRows = (
  store: Store,
  executionIds: number[],
  testIds: number[],
): Promise<ResultOfExecution[]> =>
  executionIds.length === 0 || testIds.length === 0
    ? Promise.resolve([])
    : readUnmoved(store, executionIds, async (archived) => {
        const rows = await readLive(
          store,
          executionIds.filter((id) => !archived.has(id)),
          testIds,
        )
        for (const row of await readArchived(store.read, archived.keys(), testIds)) rows.push(row)
        return rows
      })

const readLive = async (
  { read, dialect }: Store,
  executionIds: number[],
  testIds: number[],
): Promise<ResultOfExecution[]> =>
  executionIds.length === 0
    ? []
    : read
        .selectFrom('result')
        .selectAll()
        .where(isOneOf(dialect, 'execution_id', executionIds))
        .where(isOneOf(dialect, 'test_id', testIds))
        .execute()
