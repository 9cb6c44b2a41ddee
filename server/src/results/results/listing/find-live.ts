import type { ResultStatus } from '@svc/protocol'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { iso } from '../../../ground/kernel/time.ts'
import type { Store } from '../../../ground/store/open.ts'
import { bytewise, contains, type Dialect, isOneOf } from '../../../ground/store/portable.ts'
import { type ResultRow, VERDICT } from '../../../ground/store/tables.ts'
import type { PartInfo } from '../../executions/read-parts.ts'

/** Sort orders of a list of results; equal ones keep the order in which their tests were first seen. */
type Sort = 'status' | 'slowest' | 'fastest' | 'file' | 'started'

/** The place of a result in a list. */
export type Place = readonly [key: string | number, testId: number, part: number]

type Sortable = Omit<ResultRow, 'reason_id'>

const RANK: Record<number, number> = {
  [VERDICT.failed]: 0,
  [VERDICT.flaky]: 1,
  [VERDICT.passed]: 2,
  [VERDICT.skipped]: 3,
}

/** Conditions on the names of tests. */
interface NameFilters {
  /** Each must occur in the file, the titles or the variant, case-insensitively. */
  words: string[]
  /** A file, or a folder with a slash at its end. */
  file: string | null
  /** `file.id`s of the wanted owner's files. */
  fileIds: number[] | null
}

/** The parameters of a list of an execution's results. */
export interface ListWanted {
  executionId: number
  names: NameFilters
  /** Numbers of the wanted parts; null: all. */
  parts: number[] | null
  verdicts: number[] | null
  sort: Sort
  after: Place | null
  limit: number
  /** Results by verdict, if no other filter than the status is set. */
  knownCounts: Map<number, number> | null
  /** When a part began, milliseconds since the epoch. */
  startOf(part: number): number
}

export interface FoundRow extends Sortable {
  reason_id: number | null
  /** The sort key. */
  key: string | number
}

export interface Found {
  /** Counts by verdict of all results that match the filters other than the status. */
  counts: Map<number, number>
  rows: FoundRow[]
  hasMore: boolean
}

/** A page of the results of an execution that is not archived, and the total number of matches. */
export async function findLive(store: Store, wanted: ListWanted): Promise<Found> {
  const [counts, rows] = await Promise.all([countLive(store, wanted), pageOfLive(store, wanted)])
  return { counts, rows: rows.slice(0, wanted.limit), hasMore: rows.length > wanted.limit }
}

async function countLive(store: Store, wanted: ListWanted): Promise<Map<number, number>> {
  if (wanted.knownCounts) return wanted.knownCounts
  const rows = await matching(store, wanted, hasNameFilters(wanted.names))
    .select(['result.verdict', sql<number>`count(*)`.as('count')])
    .groupBy('result.verdict')
    .execute()
  return new Map(rows.map(({ verdict, count }) => [verdict, Number(count)]))
}

function pageOfLive(store: Store, wanted: ListWanted) {
  const { dialect } = store
  const { sort, after, verdicts } = wanted
  const key = keyInSql(dialect, sort)
  let query = matching(store, wanted, sort === 'file' || hasNameFilters(wanted.names))
    .$if(sort === 'started', (page) =>
      page.innerJoin('part', (join) =>
        join.onRef('part.execution_id', '=', 'result.execution_id').onRef('part.number', '=', 'result.part'),
      ),
    )
    .select(['result.test_id', 'result.part', 'result.verdict', 'result.start_ms', 'result.duration_us'])
    .select(['result.reason_id', key.as('key')])
  if (verdicts !== null) query = query.where(isOneOf(dialect, 'result.verdict', verdicts))
  if (after !== null) {
    const place = sql`${typeof after[0] === 'string' ? after[0] : sql`cast(${after[0]} as bigint)`},
      cast(${after[1]} as bigint), cast(${after[2]} as bigint)`
    query = query.where(sql<boolean>`(${key}, result.test_id, result.part) > (${place})`)
  }
  return query
    .orderBy(key)
    .orderBy('result.test_id')
    .orderBy('result.part')
    .limit(wanted.limit + 1)
    .execute()
}

/** Results that match all filters except the status. */
function matching(store: Store, { executionId, parts, names }: ListWanted, withNames: boolean) {
  let query = store.read
    .selectFrom('result')
    .where('result.execution_id', '=', executionId)
    .where('result.verdict', '>', 0)
    .$if(withNames, (rows) =>
      rows.innerJoin('test', 'test.id', 'result.test_id').innerJoin('file', 'file.id', 'test.file_id'),
    )
  if (parts !== null) query = query.where(isOneOf(store.dialect, 'result.part', parts))
  if (hasNameFilters(names)) query = query.where(matchesNames(store.dialect, names))
  return query
}

/** The words of a query: `cart > adds` finds a test by its describe block and its title. */
export const wordsOfQuery = (q: string | undefined): string[] =>
  (q ?? '').split(/\s+>\s+|\s+/).filter((word) => word !== '' && word !== '>')

export const hasNameFilters = ({ words, file, fileIds }: NameFilters): boolean =>
  words.length > 0 || file !== null || fileIds !== null

/** True for rows of `test` with their `file` that all filters accept. */
export function matchesNames(dialect: Dialect, { words, file, fileIds }: NameFilters) {
  const all = words.map(
    (word) =>
      sql<SqlBool>`(${contains(dialect, 'file.path', word)} or ${contains(dialect, 'test.titles', inJson(word))}
        or ${contains(dialect, 'test.variant', word)})`,
  )
  if (file !== null)
    all.push(
      file.endsWith('/')
        ? sql<SqlBool>`substr(file.path, 1, ${sql.lit([...file].length)}) = ${file}`
        : sql<SqlBool>`file.path = ${file}`,
    )
  if (fileIds !== null)
    all.push(fileIds.length === 0 ? sql<SqlBool>`1 = 0` : isOneOf(dialect, 'test.file_id', fileIds))
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`
}

/** Titles are stored as JSON, which escapes a quotation mark with a backslash. */
const inJson = (text: string) => JSON.stringify(text).slice(1, -1)

const STATUS_OF = Object.fromEntries(Object.entries(VERDICT).map(([name, n]) => [n, name])) as Record<
  number,
  ResultStatus
>

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
        status: STATUS_OF[row.verdict] as ResultStatus,
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

/** The sort key in SQL, over `result`, `file` for `file` and `part` for `started`. */
function keyInSql(dialect: Dialect, sort: Sort): RawBuilder<string | number> {
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
