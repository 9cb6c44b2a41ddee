import type { Db } from '../../../ground/store/portable.ts'
import type { ResultRow } from '../../../ground/store/tables.ts'
import { readBlocks } from '../archive/read-blocks.ts'

/** A result's row, wherever it is stored. */
export type ResultOfExecution = ResultRow & { execution_id: number }

/** Result rows of archived executions, superseded ones included: of these tests, or of all. */
export async function readArchived(
  db: Db,
  executionIds: Iterable<number>,
  testIds: number[] | null,
): Promise<ResultOfExecution[]> {
  const testSet = testIds && new Set(testIds)
  const rows: ResultOfExecution[] = []
  // One execution at a time, because twenty of them together would be twenty runs in memory.
  for (const executionId of executionIds)
    for await (const block of readBlocks(db, executionId, testSet))
      for (const row of block.results)
        if (!testSet || testSet.has(row.test_id)) rows.push({ execution_id: executionId, ...row })
  return rows
}
