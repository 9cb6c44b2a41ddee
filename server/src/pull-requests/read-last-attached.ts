import type { FailureDetail } from '../results/failure-details.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'

/** Stored artifacts of the last attempt that attached any, by `<test>/<part>`. */
export async function readLastAttached(
  store: Store,
  executionId: number,
  details: (Pick<FailureDetail, 'testId'> | undefined)[],
) {
  const testIds = [...new Set(details.flatMap((detail) => detail?.testId ?? []))]
  if (testIds.length === 0) return []
  const rows = await store.read
    .selectFrom('artifact')
    .leftJoin('artifact_file', 'artifact_file.id', 'artifact.file_id')
    .select(['artifact.public_id', 'test_id', 'part', 'attempt', 'name', 'content_type'])
    .select(['artifact_file.size_bytes'])
    .where('execution_id', '=', executionId)
    .where(isOneOf(store.dialect, 'test_id', testIds))
    .where('state', '=', 'stored')
    .orderBy('attempt', 'desc')
    .orderBy('number')
    .execute()
  return [...Map.groupBy(rows, (row) => `${row.test_id}/${row.part}`)].map(
    ([place, own]) => [place, own.filter(({ attempt }) => attempt === own[0]?.attempt)] as const,
  )
}
