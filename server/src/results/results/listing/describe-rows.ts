import { sql } from 'kysely'
import { iso } from '../../../ground/kernel/time.ts'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { PartInfo } from '../../executions/read-parts.ts'
import { statusOf } from '../status-of.ts'
import type { FoundRow } from './wanted.ts'

/** The number of characters of a message in a list: one line. */
const LINE = 240

/** The results of a list as the API returns them. Omits tests whose row no longer exists. */
export async function describeRows(
  store: Store,
  rows: FoundRow[],
  parts: Map<number, PartInfo>,
  ownersOf: (file: string) => string[],
) {
  const [names, reasons] = await Promise.all([readNames(store, rows), readReasons(store, rows)])
  return rows.flatMap((row) => {
    const name = names.get(row.test_id)
    if (!name) return []
    const part = parts.get(row.part)
    const reason = row.reason_id === null ? undefined : reasons.get(row.reason_id)
    const isError = reason?.kind === 'error'
    return [
      {
        testId: name.key,
        file: name.path,
        titles: JSON.parse(name.titles) as string[],
        variant: name.variant,
        occurrence: name.occurrence,
        leg: part?.leg ?? '',
        part: row.part,
        status: statusOf(row.verdict),
        startedAt: iso((part?.startedAt ?? 0) + row.start_ms),
        durationMs: row.duration_us / 1000,
        owners: ownersOf(name.path),
        error: reason && isError ? { message: reason.message, fingerprint: reason.fingerprint } : null,
        skipReason: reason && !isError ? reason.message : null,
      },
    ]
  })
}

async function readNames({ read, dialect }: Store, rows: FoundRow[]) {
  if (rows.length === 0) return new Map()
  const tests = await read
    .selectFrom('test')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['test.id', 'test.key', 'file.path', 'test.titles', 'test.variant', 'test.occurrence'])
    .where(isOneOf(dialect, 'test.id', [...new Set(rows.map((row) => row.test_id))]))
    .execute()
  return new Map(tests.map((test) => [test.id, test]))
}

async function readReasons({ read, dialect }: Store, rows: FoundRow[]) {
  const ids = [...new Set(rows.flatMap(({ reason_id }) => (reason_id === null ? [] : [reason_id])))]
  if (ids.length === 0) return new Map()
  const reasons = await read
    .selectFrom('reason')
    .select(['id', 'kind', 'fingerprint', sql<string>`substr(message, 1, ${sql.lit(LINE)})`.as('message')])
    .where(isOneOf(dialect, 'id', ids))
    .execute()
  return new Map(reasons.map((reason) => [reason.id, reason]))
}
