import { type SqlBool, sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { readResultRows } from './read-result-rows.ts'

/** The number of executions that one page may read, and of archived ones among them that it may unpack. */
const MOST_LOOKED_AT = 1_000
const MOST_UNPACKED = 50
/** Greater than every part's number, so that the whole execution precedes the place. */
const AFTER_ALL_PARTS = 2_147_483_647

export interface TestToWalk {
  projectId: number
  /** All ids of the test, under its former names too. */
  testIds: number[]
  branch: string | undefined
}

/** The place after a result. */
export type ResultPlace = readonly [startedAt: number, executionId: number, part: number, testId: number]

export interface ResultPage {
  results: ResultOfTest[]
  /** The place to continue from; null at the end. */
  next: ResultPlace | null
}

/**
 * Up to `limit` results of a test after a place, newest execution first, without superseded ones.
 * No index lists results by test, because it would double the size of a result: executions are read
 * from the newest on, and each is searched for the test by its key. A page may have fewer results
 * than `limit` although more follow.
 */
export async function walkResults(
  store: Store,
  wanted: TestToWalk,
  begin: ResultPlace | null,
  limit: number,
): Promise<ResultPage> {
  const rows: ResultOfTest[] = []
  let [next, unpacked, isCut] = [begin, 0, true]
  while (isCut && rows.length <= limit && unpacked < MOST_UNPACKED) {
    const wish = limit + 1 - rows.length
    const walked = await walk(store, wanted, { begin, after: next }, wish)
    const archived = walked.filter((row) => row.archived_at !== null).slice(0, MOST_UNPACKED - unpacked)
    unpacked += archived.length
    const first = walked.indexOf(archived.at(-1) as WalkedRow)
    const taken = unpacked < MOST_UNPACKED ? walked : walked.slice(0, first + 1)
    rows.push(...(await unpack(store, wanted.testIds, taken, next)))
    isCut = taken.length === wish || taken.length < walked.length
    const last = taken.at(-1)
    if (last) next = [last.started_at, last.id, last.part ?? AFTER_ALL_PARTS, last.test_id ?? 0]
  }
  const results = rows.slice(0, limit)
  const last = results.at(-1)
  if (rows.length > limit && last)
    next = [last.execution.started_at, last.execution.id, last.part, last.testId]
  else if (!isCut) next = await endOfWalk(store, wanted, begin)
  return { results, next }
}

interface Span {
  /** The start of the page. */
  begin: ResultPlace | null
  /** The place where the next page continues. */
  after: ResultPlace | null
}

type WalkedRow = Awaited<ReturnType<typeof walk>>[number]
type ExecutionRow = Omit<
  WalkedRow,
  'archived_at' | 'test_id' | 'part' | 'verdict' | 'duration_us' | 'reason_id'
>

/** Results of the test, and archived executions, which may contain more of them, in the order found. */
function walk(store: Store, wanted: TestToWalk, { begin, after }: Span, limit: number) {
  const floor = lastOfWalk(store, wanted, begin)
  let query = executions(store, wanted)
    .leftJoin('result', (join) =>
      join
        .onRef('result.execution_id', '=', 'execution.id')
        .on(isOneOf(store.dialect, 'result.test_id', wanted.testIds))
        .on('result.verdict', '>', 0)
        .on('execution.archived_at', 'is', null)
        // Rows that are about to be deleted no longer count.
        .on('execution.results_removed_at', 'is', null),
    )
    .select(['id', 'public_id', 'suite', 'build', 'branch', 'pull_request', 'tested_sha', 'head_sha'])
    .select(['framework', 'tree', 'started_at', 'counted', 'trust', 'dirty', 'archived_at'])
    .select(['execution.passed', 'execution.failed', 'execution.flaky'])
    .select(['result.test_id', 'result.part', 'result.verdict', 'result.duration_us', 'result.reason_id'])
    .where(sql<SqlBool>`(result.execution_id is not null or execution.archived_at is not null)`)
    .where(sql<SqlBool>`started_at >= coalesce(${floor}, 0)`)
  if (after) {
    query = query.where(isFrom(after))
    // In the execution where the previous page ended: only the results after its last one.
    query = query.where(sql<SqlBool>`(execution.id <> cast(${after[1]} as bigint) or archived_at is not null
      or (result.part, result.test_id) > (cast(${after[2]} as bigint), cast(${after[3]} as bigint)))`)
  }
  return query
    .orderBy('started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .orderBy('result.part')
    .orderBy('result.test_id')
    .limit(limit)
    .execute()
}

const executions = ({ read }: Store, { projectId, branch }: TestToWalk) => {
  const query = read.selectFrom('execution').where('project_id', '=', projectId)
  return branch === undefined ? query : query.where('branch', '=', branch)
}

/** Executions from a position on, including its own if some of its parts are still unread. */
const isFrom = ([startedAt, id, part]: ResultPlace) => {
  const place = sql`(cast(${startedAt} as bigint), cast(${id} as bigint))`
  return part === AFTER_ALL_PARTS
    ? sql<SqlBool>`(started_at, id) < ${place}`
    : sql<SqlBool>`(started_at, id) <= ${place}`
}

/** When the last execution of a page that begins there started; none if there are fewer. */
function lastOfWalk(store: Store, wanted: TestToWalk, begin: ResultPlace | null) {
  const query = executions(store, wanted)
  return (begin ? query.where(isFrom(begin)) : query)
    .select('started_at')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MOST_LOOKED_AT - 1)
}

/** The start of the page after one that reached its limit; null at the end. */
async function endOfWalk(
  store: Store,
  wanted: TestToWalk,
  begin: ResultPlace | null,
): Promise<ResultPlace | null> {
  const last = await lastOfWalk(store, wanted, begin).executeTakeFirst()
  // All executions of exactly that moment have been read.
  return last ? [last.started_at, 0, AFTER_ALL_PARTS, 0] : null
}

export interface ResultOfTest {
  execution: ExecutionRow
  testId: number
  part: number
  verdict: number
  durationUs: number
  reasonId: number | null
}

/** The same results, with those of archived executions in their place. */
async function unpack(
  store: Store,
  testIds: number[],
  walked: WalkedRow[],
  after: ResultPlace | null,
): Promise<ResultOfTest[]> {
  const archived = walked.filter((row) => row.archived_at !== null)
  const rows = await readResultRows(
    store,
    archived.map((row) => row.id),
    testIds,
  )
  const byExecution = Map.groupBy(rows, (row) => row.execution_id)
  return walked.flatMap((execution): ResultOfTest[] => {
    const { test_id, part, verdict, duration_us, reason_id } = execution
    if (test_id !== null && part !== null && verdict !== null && duration_us !== null)
      return [{ execution, testId: test_id, part, verdict, durationUs: duration_us, reasonId: reason_id }]
    return (byExecution.get(execution.id) ?? [])
      .filter((row) => row.verdict > 0 && (execution.id !== after?.[1] || isBehind(row, after)))
      .sort((a, b) => a.part - b.part || a.test_id - b.test_id)
      .map((row) => ({
        execution,
        testId: row.test_id,
        part: row.part,
        verdict: row.verdict,
        durationUs: row.duration_us,
        reasonId: row.reason_id,
      }))
  })
}

const isBehind = (row: { part: number; test_id: number }, [, , part, testId]: ResultPlace) =>
  row.part > part || (row.part === part && row.test_id > testId)
