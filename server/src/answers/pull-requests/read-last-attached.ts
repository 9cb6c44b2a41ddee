import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { FailureDetail } from '../../results/results/failure-details.ts'

/**
 * Stored artifacts of the last attempt that attached any, by `<test>/<part>`; of the one whose entry `preferred` names,
 * if it attached any.
 */
export async function readLastAttached(
  store: Store,
  executionId: number,
  details: (Pick<FailureDetail, 'testId'> | undefined)[],
  preferred: (place: string) => number | undefined = () => undefined,
) {
  const testIds = [...new Set(details.flatMap((detail) => detail?.testId ?? []))]
  if (testIds.length === 0) return []
  const rows = await store.read
    .selectFrom('artifact')
    .leftJoin('artifact_file', 'artifact_file.id', 'artifact.file_id')
    .select(['artifact.public_id', 'test_id', 'part', 'entry', 'attempt', 'name', 'content_type', 'file_id'])
    .select(['artifact_file.size_bytes'])
    .where('execution_id', '=', executionId)
    .where(isOneOf(store.dialect, 'test_id', testIds))
    .where('state', '=', 'stored')
    .orderBy('attempt', 'desc')
    .orderBy('number')
    .execute()
  return [...Map.groupBy(rows, (row) => `${row.test_id}/${row.part}`)].map(([place, own]) => {
    const shown = own.find(({ entry }) => entry === preferred(place)) ?? own[0]
    return [place, own.filter(({ attempt }) => attempt === shown?.attempt)] as const
  })
}
