import type { Store } from '../../ground/store/open.ts'
import { isOneOf, listOf } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { isFailedOrFlaky } from './is-failed-or-flaky.ts'
import { readArchived } from './rows/read-archived.ts'
import { keepEachUnmoved, readMarks } from './rows/read-unmoved.ts'

/** The failed results of one execution that have an error, as columns of equal length. */
export interface FailedWithError {
  tests: number[]
  reasons: number[]
}

/** Failed results with an error, by execution: at most `limit` of each. They are kept, because runs at one time share them as evidence. */
export async function readFailedWithError(
  store: Store,
  executionIds: number[],
  limit: number,
): Promise<Map<number, FailedWithError>> {
  if (executionIds.length === 0) return new Map()
  return keepEachUnmoved(
    store,
    executionIds,
    { question: ['failed with error', limit], sizeOf: ({ tests }) => tests.length * 2 * 8 },
    async (missing, archived) => {
      const live = await readLive(
        store,
        missing.filter((id) => !archived.has(id)),
      )
      const unpacked = await readArchived(store.read, archived.keys(), null)
      const packed = Map.groupBy(
        unpacked.filter((row) => row.verdict === VERDICT.failed && row.reason_id !== null),
        (row) => row.execution_id,
      )
      return new Map(
        missing.map((id) => {
          const { tests, reasons } = live.get(id) ?? {
            tests: (packed.get(id) ?? []).map((row) => row.test_id),
            reasons: (packed.get(id) ?? []).map((row) => row.reason_id as number),
          }
          return [id, { tests: tests.slice(0, limit), reasons: reasons.slice(0, limit) }]
        }),
      )
    },
    await readMarks(store, executionIds),
  )
}

async function readLive(
  { read, dialect }: Store,
  executionIds: number[],
): Promise<Map<number, FailedWithError>> {
  if (executionIds.length === 0) return new Map()
  const rows = await read
    .selectFrom('result')
    .select('execution_id')
    .select(listOf(dialect, 'test_id').as('tests'))
    .select(listOf(dialect, 'reason_id').as('reasons'))
    .where(isOneOf(dialect, 'execution_id', executionIds))
    .where(isFailedOrFlaky('verdict'))
    .where('verdict', '=', VERDICT.failed)
    .where('reason_id', 'is not', null)
    .groupBy('execution_id')
    .execute()
  return new Map(
    rows.map(({ execution_id, tests, reasons }) => [
      execution_id,
      { tests: JSON.parse(tests ?? '[]'), reasons: JSON.parse(reasons ?? '[]') },
    ]),
  )
}
