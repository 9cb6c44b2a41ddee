import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import { NO_ERROR } from './read-failing.ts'
import type { Failed } from './record-failures.ts'

/** The number of reasons per statement. */
const AT_ONCE = 5_000

/** These failures in groups of at most `size` clusters; all of a cluster are in one group. */
export async function groupFailures(
  db: Db,
  dialect: Dialect,
  { results, errors, legOf }: Failed,
  size: number,
): Promise<Failed[]> {
  const fingerprints = await readFingerprints(db, dialect, [...results, ...errors])
  const groupOf = new Map<string, number>()
  const groups: Failed[] = []
  const groupFor = ({ reason_id }: { reason_id: number | null }): Failed => {
    const fingerprint = fingerprints.get(reason_id ?? 0) ?? NO_ERROR
    const number = groupOf.get(fingerprint) ?? Math.floor(groupOf.size / size)
    groupOf.set(fingerprint, number)
    groups[number] ??= { results: [], errors: [], legOf }
    return groups[number]
  }
  for (const result of results) groupFor(result).results.push(result)
  for (const error of errors) groupFor(error).errors.push(error)
  return groups
}

async function readFingerprints(db: Db, dialect: Dialect, of: { reason_id: number | null }[]) {
  const ids = [...new Set(of.flatMap(({ reason_id }) => reason_id ?? []))]
  const fingerprints = new Map<number, string>()
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await db
      .selectFrom('reason')
      .select(['id', 'fingerprint'])
      .where(isOneOf(dialect, 'id', ids.slice(at, at + AT_ONCE)))
      // The reason of a flaky result may be the reason for a skip.
      .where('kind', '=', 'error')
      .execute()
    for (const { id, fingerprint } of rows) fingerprints.set(id, fingerprint)
  }
  return fingerprints
}
