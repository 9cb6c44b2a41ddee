import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'
import { readBlocks } from '../archive/read-blocks.ts'
import { readUnmoved } from '../rows/read-unmoved.ts'

interface TestFile {
  id: number
  path: string
}

/** The files of an execution's results, live or archived. */
export const readFilesOf = (store: Store, executionId: number): Promise<TestFile[]> =>
  readUnmoved(store, [executionId], (archived) =>
    archived.has(executionId) ? readArchived(store, executionId) : readLive(store, executionId),
  )

const readLive = ({ read }: Store, executionId: number): Promise<TestFile[]> =>
  read
    .selectFrom('result')
    .innerJoin('test', 'test.id', 'result.test_id')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['file.id', 'file.path'])
    .distinct()
    .where('execution_id', '=', executionId)
    .execute()

async function readArchived({ read, dialect }: Store, executionId: number): Promise<TestFile[]> {
  const ids = new Set<number>()
  for await (const { results } of readBlocks(read, executionId))
    for (const { test_id } of results) ids.add(test_id)
  if (ids.size === 0) return []
  return read
    .selectFrom('test')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['file.id', 'file.path'])
    .distinct()
    .where(isOneOf(dialect, 'test.id', [...ids]))
    .execute()
}
