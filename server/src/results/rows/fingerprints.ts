import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'

/** The fingerprints of these errors, by the id of their reason. */
export async function readFingerprints(
  { read, dialect }: Store,
  reasonIds: Iterable<number | null>,
): Promise<Map<number, string>> {
  const ids = [...new Set(reasonIds)].filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const rows = await read
    .selectFrom('reason')
    .select(['id', 'fingerprint'])
    .where(isOneOf(dialect, 'id', ids))
    .where('kind', '=', 'error')
    .execute()
  return new Map(rows.map((row) => [row.id, row.fingerprint]))
}
