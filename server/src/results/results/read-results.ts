import type { ResultStatus } from '@svc/protocol'
import { sql } from 'kysely'
import { Problem } from '../../ground/kernel/problem.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { type ResultRow, VERDICT } from '../../ground/store/tables.ts'
import type { PartInfo } from '../executions/read-parts.ts'
import { ArchiveDamaged } from './archive/block.ts'
import { ArchivePages, type NamedRow, type Place, type ResultsPage } from './archive/pages.ts'
import { readUnmoved } from './rows/read-unmoved.ts'
import { statusOf } from './status-of.ts'
import { type DetailedAttempt, plainAttempt, readReasons, toAttempt } from './to-attempt.ts'

/**
 * The number of results per read: enough to be fast, and few enough that other requests run every
 * millisecond or two.
 */
const PAGE = 250

export interface DetailedResult {
  testId: string
  file: string
  titles: string[]
  variant: string
  occurrence: number
  leg: string
  part: number
  status: ResultStatus
  startedAt: string
  /** Duration of the deciding attempt, milliseconds. */
  durationMs: number
  /** True if only a re-run without the other tests passed it, which leaves its failure. */
  passedAlone?: true
  attempts: DetailedAttempt[]
}

export interface ResultsWanted {
  executionId: number
  parts: Map<number, PartInfo>
  statuses: ResultStatus[] | null
  /** Set to read only the results at these places. */
  places?: readonly Place[]
  /** The place after the last result of the previous page, as (test id, part). */
  after: Place | null
  limit: number
}

/** Pages of results in the order in which their tests were first seen, each with its place for a cursor. */
export async function* readResults(store: Store, wanted: ResultsWanted) {
  const archive = new ArchivePages(store, wanted)
  let after = wanted.after
  let left = wanted.limit
  for (;;) {
    const size = Math.min(left, PAGE)
    const page = await readUnmoved(store, [wanted.executionId], (archived) => {
      const since = archived.get(wanted.executionId)
      return since === undefined ? readLivePage(store, wanted, after, size) : archive.read(since, after, size)
    }).catch(tellDamage)
    const last = page.rows.at(-1)
    if (!last) return
    after = [last.test_id, last.part]
    left -= page.rows.length
    yield { results: await withAttempts(store, wanted, page), place: after, hasMore: page.hasMore }
    if (!page.hasMore || left === 0) return
  }
}

export function tellDamage(cause: unknown): never {
  if (!(cause instanceof ArchiveDamaged)) throw cause
  const message = 'The archived results of this execution are damaged. Restore them from a backup.'
  throw new Problem('INTERNAL', message, { cause })
}

async function readLivePage(
  store: Store,
  wanted: ResultsWanted,
  after: ResultsWanted['after'],
  size: number,
): Promise<ResultsPage> {
  const page = await readRows(store, wanted, after, size + 1)
  const rows = page.slice(0, size)
  const tests: Tests = wanted.places
    ? [...new Set(rows.map((row) => row.test_id))]
    : { first: rows[0]?.test_id ?? 0, last: rows.at(-1)?.test_id ?? 0 }
  const superseded = await readSuperseded(store, wanted, tests)
  const parts = wanted.places && [...new Set([...rows, ...superseded].map((row) => row.part))]
  const attempts = await readAttemptRows(store, wanted.executionId, tests, parts)
  return { rows, attempts, superseded, hasMore: page.length > size }
}

function readRows(
  store: Store,
  { executionId, statuses, places }: ResultsWanted,
  after: Place | null,
  size: number,
): Promise<NamedRow[]> {
  const verdicts = statuses?.map((status) => VERDICT[status])
  // Reads the page before its names, because Postgres would merge with the tests from the first one
  // on, again for each page.
  const page = store.read
    .selectFrom('result')
    .select(['test_id', 'part', 'verdict', 'start_ms', 'duration_us', 'reason_id'])
    .where('execution_id', '=', executionId)
    .where('verdict', '>', 0)
    .$if(verdicts !== undefined, (query) =>
      query.where(sql<boolean>`verdict in (${sql.raw((verdicts as number[]).join(', '))})`),
    )
    .$if(places !== undefined, (query) => {
      const [tests, parts] = [0, 1].map((at) => [...new Set((places as Place[]).map((place) => place[at]))])
      return query
        .where(isOneOf(store.dialect, 'test_id', tests as number[]))
        .where(isOneOf(store.dialect, 'part', parts as number[]))
    })
    .$if(after !== null, (query) =>
      // Cast, so that a forged cursor is a place after the last result instead of a database error.
      query.where(
        sql<boolean>`(test_id, part) > (cast(${after?.[0]} as bigint), cast(${after?.[1]} as bigint))`,
      ),
    )
    .orderBy('test_id')
    .orderBy('part')
    .limit(size)
  return store.read
    .selectFrom(page.as('page'))
    .innerJoin('test', 'test.id', 'page.test_id')
    .innerJoin('file', 'file.id', 'test.file_id')
    .selectAll('page')
    .select(['test.key', 'file.path', 'test.titles', 'test.variant', 'test.occurrence'])
    .orderBy('page.test_id')
    .orderBy('page.part')
    .execute()
}

async function withAttempts(
  store: Store,
  wanted: ResultsWanted,
  { rows, attempts, superseded }: ResultsPage,
): Promise<DetailedResult[]> {
  const attemptsOf = Map.groupBy(attempts, testPartOf)
  const supersededOf = Map.groupBy(superseded, (row) => `${row.test_id}/${wanted.parts.get(row.part)?.legId}`)
  const reasons = await readReasons(store, [...rows, ...superseded], attempts)
  const listOf = (row: ResultRow) =>
    attemptsOf.get(testPartOf(row))?.map((attempt) => toAttempt(attempt, wanted.parts, reasons)) ?? [
      plainAttempt(row, wanted.parts, reasons),
    ]
  return rows.map((row) => {
    const part = wanted.parts.get(row.part)
    const others = supersededOf.get(`${row.test_id}/${part?.legId}`) ?? []
    const orderOf = (one: ResultRow) => wanted.parts.get(one.part)?.order ?? 0
    const all = [...others, row].sort((a, b) => orderOf(a) - orderOf(b))
    return {
      testId: row.key,
      file: row.path,
      titles: JSON.parse(row.titles) as string[],
      variant: row.variant,
      occurrence: row.occurrence,
      leg: part?.leg ?? '',
      part: row.part,
      status: statusOf(row.verdict),
      startedAt: iso((part?.startedAt ?? 0) + row.start_ms),
      durationMs: row.duration_us / 1000,
      ...(all.at(-1) === row ? {} : { passedAlone: true }),
      attempts: all.flatMap(listOf),
    }
  })
}

const testPartOf = (row: { test_id: number; part: number }) => `${row.test_id}/${row.part}`

/** Tests by id: these, or a page of all tests from one id to another. */
type Tests = number[] | { first: number; last: number }

const isOfTests = (store: Store, tests: Tests) =>
  Array.isArray(tests)
    ? isOneOf(store.dialect, 'test_id', tests)
    : sql<boolean>`test_id between ${tests.first} and ${tests.last}`

const readAttemptRows = (store: Store, executionId: number, tests: Tests, parts?: number[]) =>
  store.read
    .selectFrom('attempt')
    .selectAll()
    .where('execution_id', '=', executionId)
    .where(isOfTests(store, tests))
    .$if(parts !== undefined, (query) => query.where(isOneOf(store.dialect, 'part', parts as number[])))
    .orderBy('test_id')
    .orderBy('part')
    .orderBy('entry')
    .execute()

/** Only a re-run leaves superseded results. */
async function readSuperseded(store: Store, wanted: ResultsWanted, tests: Tests): Promise<ResultRow[]> {
  if (new Set([...wanted.parts.values()].map((part) => part.order)).size < 2) return []
  return store.read
    .selectFrom('result')
    .select(['test_id', 'part', 'verdict', 'start_ms', 'duration_us', 'reason_id'])
    .where('execution_id', '=', wanted.executionId)
    .where(isOfTests(store, tests))
    .where('verdict', '<', 0)
    .execute()
}
