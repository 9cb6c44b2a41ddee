import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'
import { type ResultRow, VERDICT } from '../../ground/store/tables.ts'
import { readBlocks } from './archive/read-blocks.ts'
import { isFailedOrFlaky } from './is-failed-or-flaky.ts'
import { readUnmoved } from './rows/read-unmoved.ts'

/** A failed or flaky result that was not superseded. */
export type FailedOrFlaky = Pick<ResultRow, 'test_id' | 'part' | 'verdict' | 'reason_id'>

/** The failed and flaky results of an execution, in no order. */
export const readFailedOrFlaky = (store: Store, executionId: number): Promise<FailedOrFlaky[]> =>
  readUnmoved(store, [executionId], (archived) =>
    archived.has(executionId) ? readArchived(store, executionId) : readLive(store.read, executionId),
  )

/** The same of an execution that is not settled, whose results are therefore not archived. */
export const readBadOf = (db: Db, executionId: number): Promise<FailedOrFlaky[]> => readLive(db, executionId)

const readLive = (db: Db, executionId: number): Promise<FailedOrFlaky[]> =>
  db
    .selectFrom('result')
    .select(['test_id', 'part', 'verdict', 'reason_id'])
    .where('execution_id', '=', executionId)
    .where(isFailedOrFlaky('verdict'))
    .execute()

async function readArchived({ read }: Store, executionId: number): Promise<FailedOrFlaky[]> {
  const bad: FailedOrFlaky[] = []
  for await (const { results } of readBlocks(read, executionId))
    for (const row of results)
      if (row.verdict === VERDICT.failed || row.verdict === VERDICT.flaky) bad.push(row)
  return bad
}
