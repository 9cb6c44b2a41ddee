import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'
import { readBlocks } from '../archive/read-blocks.ts'
import { hasNameFilters, matchesNames } from './filters.ts'
import { comparePlaces, keyOf, type Place } from './order.ts'
import type { Found, FoundRow, ListWanted } from './wanted.ts'

/** The same for an archived execution. */
export async function findArchived(store: Store, wanted: ListWanted): Promise<Found> {
  const { parts, names, verdicts, sort, after, limit } = wanted
  const rows: FoundRow[] = []
  const wantedParts = parts && new Set(parts)
  for await (const { results } of readBlocks(store.read, wanted.executionId))
    for (const row of results)
      if (row.verdict > 0 && (wantedParts === null || wantedParts.has(row.part)))
        rows.push({ ...row, key: 0 })
  const hasNames = hasNameFilters(names)
  const paths = hasNames || sort === 'file' ? await readPaths(store, wanted, rows) : null
  const counts = new Map<number, number>()
  const wantedVerdicts = verdicts && new Set(verdicts)
  const found: FoundRow[] = []
  const facts = {
    startOf: (part: number) => wanted.startOf(part),
    pathOf: (testId: number) => paths?.get(testId) ?? '',
  }
  for (const row of rows) {
    if (hasNames && !paths?.has(row.test_id)) continue
    counts.set(row.verdict, (counts.get(row.verdict) ?? 0) + 1)
    if (wantedVerdicts !== null && !wantedVerdicts.has(row.verdict)) continue
    row.key = keyOf(sort, row, facts)
    if (after === null || comparePlaces(placeOf(row), after) > 0) found.push(row)
  }
  found.sort((a, b) => comparePlaces(placeOf(a), placeOf(b)))
  return { counts, rows: found.slice(0, limit), hasMore: found.length > limit }
}

const placeOf = (row: FoundRow): Place => [row.key, row.test_id, row.part]

/** The files of the tests whose names match the filters. */
async function readPaths(
  store: Store,
  { names }: ListWanted,
  rows: FoundRow[],
): Promise<ReadonlyMap<number, string>> {
  if (rows.length === 0) return new Map()
  let query = store.read
    .selectFrom('test')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['test.id', 'file.path'])
    .where(isOneOf(store.dialect, 'test.id', [...new Set(rows.map((row) => row.test_id))]))
  if (hasNameFilters(names)) query = query.where(matchesNames(store.dialect, names))
  return new Map((await query.execute()).map(({ id, path }) => [id, path]))
}
