import type { LockedExecution } from '../executions/lock.ts'
import type { Store } from '../store/open.ts'
import type { Db } from '../store/portable.ts'
import { type ResultRow, VERDICT } from '../store/tables.ts'
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

/** The same within the transaction that settles the execution. */
export const readBadOfLocked = (db: Db, { id }: LockedExecution): Promise<FailedOrFlaky[]> => readLive(db, id)

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
