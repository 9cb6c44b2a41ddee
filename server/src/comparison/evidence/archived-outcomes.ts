import { type ResultRow, readArchivedResults } from '../../results/read-rows.ts'
import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'

/** A result of an archived execution, with what its part and its reason say of it. */
export interface ArchivedOutcome extends ResultRow {
  leg_id: number
  /** Of its error; null where there is none. */
  fingerprint: string | null
}

/** What archived executions hold of these tests, or of all, superseded results included. */
export async function readArchivedOutcomes(
  store: Store,
  executionIds: number[],
  testIds: number[] | null,
): Promise<ArchivedOutcome[]> {
  if (executionIds.length === 0) return []
  const [rows, parts] = await Promise.all([
    readArchivedResults(store.read, executionIds, testIds),
    store.read
      .selectFrom('part')
      .select(['execution_id', 'number', 'leg_id'])
      .where(isOneOf(store.dialect, 'execution_id', executionIds))
      .execute(),
  ])
  const reasonIds = [...new Set(rows.map((row) => row.reason_id).filter((id) => id !== null))]
  const reasons =
    reasonIds.length === 0
      ? []
      : await store.read
          .selectFrom('reason')
          .select(['id', 'fingerprint'])
          .where(isOneOf(store.dialect, 'id', reasonIds))
          .where('kind', '=', 'error')
          .execute()
  const legs = new Map(parts.map((part) => [`${part.execution_id}/${part.number}`, part.leg_id]))
  const fingerprints = new Map(reasons.map((reason) => [reason.id, reason.fingerprint]))
  return rows.map((row) => ({
    ...row,
    leg_id: legs.get(`${row.execution_id}/${row.part}`) ?? 0,
    fingerprint: fingerprints.get(row.reason_id ?? 0) ?? null,
  }))
}
