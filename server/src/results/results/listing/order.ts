import { type RawBuilder, sql } from 'kysely'
import { bytewise, type Dialect } from '../../../ground/store/portable.ts'
import { type ResultRow, VERDICT } from '../../../ground/store/tables.ts'

/** Sort orders of a list of results; equal ones keep the order in which their tests were first seen. */
export type Sort = 'status' | 'slowest' | 'fastest' | 'file' | 'started'

/** The place of a result in a list. */
export type Place = readonly [key: string | number, testId: number, part: number]

export type Sortable = Omit<ResultRow, 'reason_id'>

const RANK: Record<number, number> = {
  [VERDICT.failed]: 0,
  [VERDICT.flaky]: 1,
  [VERDICT.passed]: 2,
  [VERDICT.skipped]: 3,
}

/** The sort key in SQL, over `result`, `file` for `file` and `part` for `started`. */
export function keyInSql(dialect: Dialect, sort: Sort): RawBuilder<string | number> {
  switch (sort) {
    case 'status':
      return sql`(case verdict when 2 then 0 when 3 then 1 when 1 then 2 else 3 end)`
    case 'slowest':
      return sql`(-result.duration_us)`
    case 'fastest':
      return sql`result.duration_us`
    case 'started':
      return sql`(part.started_at + result.start_ms)`
    case 'file':
      return bytewise(dialect, 'file.path')
  }
}

/** The same for a row, with the values that the row itself lacks. */
export function keyOf(
  sort: Sort,
  row: Sortable,
  { startOf, pathOf }: { startOf: (part: number) => number; pathOf: (testId: number) => string },
): string | number {
  switch (sort) {
    case 'status':
      return RANK[row.verdict] ?? 3
    case 'slowest':
      return -row.duration_us
    case 'fastest':
      return row.duration_us
    case 'started':
      return startOf(row.part) + row.start_ms
    case 'file':
      return pathOf(row.test_id)
  }
}

export const comparePlaces = (a: Place, b: Place): number =>
  compareKeys(a[0], b[0]) || a[1] - b[1] || a[2] - b[2]

/** Compares texts as the databases do: by their bytes in UTF-8. */
function compareKeys(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return a === b ? 0 : Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)))
}
