import type { Store } from '../../ground/store/open.ts'
import { latestParts, PLACE_COLUMNS } from '../executions/latest-parts.ts'
import { readStored } from './stored-reason.ts'

/** Failures outside any test, each with its file if it has one. */
export async function readErrors(store: Store, executionId: number) {
  const rows = await store.read
    .selectFrom('part_error')
    .innerJoin('reason', 'reason.id', 'part_error.reason_id')
    .select(['part_error.part', 'part_error.file', 'reason.message', 'reason.detail', 'reason.fingerprint'])
    .where('part_error.execution_id', '=', executionId)
    .orderBy('part_error.part')
    .orderBy('part_error.number')
    .execute()
  if (rows.length === 0) return []
  const parts = await store.read
    .selectFrom('part')
    .select(['number', ...PLACE_COLUMNS])
    .where('execution_id', '=', executionId)
    .execute()
  const latest = new Set(latestParts(parts).map((part) => part.number))
  return rows.map((row) => ({
    part: row.part,
    file: row.file,
    fingerprint: row.fingerprint,
    /** True if a later run of the part replaced it. */
    superseded: !latest.has(row.part),
    failure: readStored({ kind: 'error', message: row.message, detail: row.detail }),
  }))
}
