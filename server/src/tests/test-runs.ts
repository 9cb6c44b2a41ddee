import type { ResultStatus } from '@svc/protocol'
import { type SqlBool, sql } from 'kysely'
import type { Window } from '../history/window.ts'
import type { Context } from '../kernel/context.ts'
import { iso } from '../kernel/time.ts'
import { readResultRows } from '../results/read-rows.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { FLAW, VERDICT } from '../store/tables.ts'
import type { KnownTest } from './known-tests.ts'

const STATUS_OF = Object.fromEntries(Object.entries(VERDICT).map(([name, n]) => [n, name])) as Record<
  number,
  ResultStatus
>

/** Executions that one page may look through, and archived ones among them that it may unpack. */
const MOST_LOOKED_AT = 1_000
const MOST_UNPACKED = 50
/** Above every part's number: the whole execution lies before the cursor. */
const AFTER_ALL_PARTS = 2_147_483_647

interface Wanted {
  projectId: number
  test: KnownTest
  branch: string | undefined
  /** Of the rate; the runs go on before it. */
  window: Window
  limit: number
  cursor: string | undefined
}

type Place = readonly [startedAt: number, executionId: number, part: number, testId: number]

/**
 * The runs of a test, newest first. There is no index of results by test, which would double what a result takes:
 * executions are walked from the newest on, and each is asked for the test by its key. The database walks as far
 * as the page needs.
 */
export async function readTestRuns({ store, cursors, baseUrl }: Context, wanted: Wanted) {
  const { test, limit, cursor } = wanted
  const begin: Place | null = cursor ? cursors.decode(cursor, ['number', 'number', 'number', 'number']) : null
  const rows: RunRow[] = []
  let [next, unpacked, isCut] = [begin, 0, true]
  while (isCut && rows.length <= limit && unpacked < MOST_UNPACKED) {
    const wish = limit + 1 - rows.length
    const walked = await walk(store, wanted, { begin, after: next }, wish)
    const archived = walked.filter((row) => row.archived_at !== null).slice(0, MOST_UNPACKED - unpacked)
    unpacked += archived.length
    const first = walked.indexOf(archived.at(-1) as WalkedRow)
    const taken = unpacked < MOST_UNPACKED ? walked : walked.slice(0, first + 1)
    rows.push(...(await unpack(store, test.ids, taken, next)))
    isCut = taken.length === wish || taken.length < walked.length
    const last = taken.at(-1)
    if (last) next = [last.started_at, last.id, last.part ?? AFTER_ALL_PARTS, last.test_id ?? 0]
  }
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length > limit && last)
    next = [last.execution.started_at, last.execution.id, last.part, last.testId]
  else if (!isCut) next = await endOfWalk(store, wanted, begin)
  return {
    runs: await describe(store, baseUrl, wanted, page),
    nextCursor: next && cursors.encode(next),
  }
}

interface Span {
  /** Where the page begins. */
  begin: Place | null
  /** Where it goes on. */
  after: Place | null
}

type WalkedRow = Awaited<ReturnType<typeof walk>>[number]
type ExecutionRow = Omit<WalkedRow, 'test_id' | 'part' | 'verdict' | 'duration_us' | 'reason_id'>

/** Results of the test and archived executions, which may have more of them, as they come. */
function walk(store: Store, wanted: Wanted, { begin, after }: Span, limit: number) {
  const floor = lastOfWalk(store, wanted, begin)
  let query = executions(store, wanted)
    .leftJoin('result', (join) =>
      join
        .onRef('result.execution_id', '=', 'execution.id')
        .on(isOneOf(store.dialect, 'result.test_id', wanted.test.ids))
        .on('result.verdict', '>', 0)
        .on('execution.archived_at', 'is', null)
        // Rows that are yet to be deleted say nothing any more.
        .on('execution.results_removed_at', 'is', null),
    )
    .select(['id', 'public_id', 'suite', 'build', 'branch', 'pull_request', 'tested_sha', 'head_sha'])
    .select(['tree', 'started_at', 'counted', 'archived_at'])
    .select(['result.test_id', 'result.part', 'result.verdict', 'result.duration_us', 'result.reason_id'])
    .where(sql<SqlBool>`(result.execution_id is not null or execution.archived_at is not null)`)
    .where(sql<SqlBool>`started_at >= coalesce(${floor}, 0)`)
  if (after) {
    query = query.where(isFrom(after))
    // Of the execution that the page before ended in, what is behind its last run.
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

const executions = ({ read }: Store, { projectId, branch }: Wanted) => {
  const query = read.selectFrom('execution').where('project_id', '=', projectId)
  return branch === undefined ? query : query.where('branch', '=', branch)
}

/** Executions from a place on, its own included where parts of it are yet to be told. */
const isFrom = ([startedAt, id, part]: Place) => {
  const place = sql`(cast(${startedAt} as bigint), cast(${id} as bigint))`
  return part === AFTER_ALL_PARTS
    ? sql<SqlBool>`(started_at, id) < ${place}`
    : sql<SqlBool>`(started_at, id) <= ${place}`
}

/** When the last execution began that a page looks through which begins there; none where there are fewer. */
function lastOfWalk(store: Store, wanted: Wanted, begin: Place | null) {
  const query = executions(store, wanted)
  return (begin ? query.where(isFrom(begin)) : query)
    .select('started_at')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .offset(MOST_LOOKED_AT - 1)
}

/** Where the next page begins after one that looked through all it may; null where nothing is left. */
async function endOfWalk(store: Store, wanted: Wanted, begin: Place | null): Promise<Place | null> {
  const last = await lastOfWalk(store, wanted, begin).executeTakeFirst()
  // Executions of that very moment were all looked at.
  return last ? [last.started_at, 0, AFTER_ALL_PARTS, 0] : null
}

interface RunRow {
  execution: ExecutionRow
  testId: number
  part: number
  verdict: number
  durationUs: number
  reasonId: number | null
}

/** The same with what archived executions hold in their place. */
async function unpack(
  store: Store,
  testIds: number[],
  walked: WalkedRow[],
  after: Place | null,
): Promise<RunRow[]> {
  const archived = walked.filter((row) => row.archived_at !== null)
  const rows = await readResultRows(
    store,
    archived.map((row) => row.id),
    testIds,
  )
  const byExecution = Map.groupBy(rows, (row) => row.execution_id)
  return walked.flatMap((execution): RunRow[] => {
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

const isBehind = (row: { part: number; test_id: number }, [, , part, testId]: Place) =>
  row.part > part || (row.part === part && row.test_id > testId)

async function describe(store: Store, baseUrl: string, { test, window }: Wanted, page: RunRow[]) {
  if (page.length === 0) return []
  const ids = [...new Set(page.map((row) => row.execution.id))]
  const [{ legs, flaws }, reasons] = await Promise.all([
    readLegs(store, ids, test.ids),
    readErrors(store, page),
  ])
  const names = [test.name, ...test.formerNames]
  const keys = new Map(test.ids.map((id, at) => [id, names[at]?.testId]))
  return page.map((row) => {
    const { execution } = row
    const found = flaws.get(`${execution.id}/${row.part}/${row.testId}`) ?? 0
    const isBad = row.verdict === VERDICT.failed || row.verdict === VERDICT.flaky
    return {
      execution: {
        id: execution.public_id,
        url: `${baseUrl}/executions/${execution.public_id}`,
        suite: execution.suite,
        build: execution.build,
        branch: execution.branch,
        pullRequest: execution.pull_request,
        testedSha: execution.tested_sha,
        headSha: execution.head_sha,
        tree: execution.tree,
      },
      leg: legs.get(`${execution.id}/${row.part}`) ?? '',
      testId: keys.get(row.testId) ?? '',
      status: STATUS_OF[row.verdict] as ResultStatus,
      startedAt: iso(execution.started_at),
      durationMs: row.durationUs / 1_000,
      error: (isBad && row.reasonId !== null && reasons.get(row.reasonId)) || null,
      counts: execution.counted === 1,
      inRate:
        execution.counted === 1 &&
        row.verdict !== VERDICT.skipped &&
        execution.started_at >= window.from &&
        execution.started_at < window.to,
      evidence: [
        ...((found & FLAW.sameTree) !== 0 ? (['same-tree'] as const) : []),
        ...((found & FLAW.retried) !== 0 ? (['retry'] as const) : []),
      ],
      isOutage: (found & FLAW.shared) !== 0,
    }
  })
}

/** The leg of each part of these executions, and what is known of the tests that went wrong in it. */
async function readLegs({ read, dialect }: Store, executionIds: number[], testIds: number[]) {
  const rows = await read
    .selectFrom('part')
    .innerJoin('leg', 'leg.id', 'part.leg_id')
    .leftJoin('bad_run', (join) =>
      join
        .onRef('bad_run.execution_id', '=', 'part.execution_id')
        .onRef('bad_run.leg_id', '=', 'part.leg_id')
        .on(isOneOf(dialect, 'bad_run.test_id', testIds)),
    )
    .select(['part.execution_id', 'part.number', 'leg.name', 'bad_run.test_id', 'bad_run.flaws'])
    .where(isOneOf(dialect, 'part.execution_id', executionIds))
    .execute()
  const place = (row: (typeof rows)[number]) => `${row.execution_id}/${row.number}`
  return {
    legs: new Map(rows.map((row) => [place(row), row.name])),
    flaws: new Map(rows.map((row) => [`${place(row)}/${row.test_id}`, row.flaws])),
  }
}

async function readErrors({ lookup, dialect }: Store, page: RunRow[]) {
  const ids = [...new Set(page.flatMap((row) => row.reasonId ?? []))]
  if (ids.length === 0) return new Map<number, { message: string; fingerprint: string }>()
  const rows = await lookup
    .selectFrom('reason')
    .select(['id', 'message', 'fingerprint'])
    .where(isOneOf(dialect, 'id', ids))
    .where('kind', '=', 'error')
    .execute()
  return new Map(rows.map(({ id, message, fingerprint }) => [id, { message, fingerprint }]))
}
