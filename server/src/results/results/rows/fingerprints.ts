import { isOneOf } from '../../../ground/store/portable.ts'
import { keepReasons } from './keep-reasons.ts'

/** About 100 bytes each. */
const MOST_KEPT = 50_000

/** The fingerprints of these errors, by the id of their reason. */
export const readFingerprints = keepReasons(MOST_KEPT, async ({ read, dialect }, ids) => {
  const rows = await read
    .selectFrom('reason')
    .select(['id', 'fingerprint'])
    .where(isOneOf(dialect, 'id', ids))
    .where('kind', '=', 'error')
    .execute()
  return new Map(rows.map((row) => [row.id, row.fingerprint]))
})
