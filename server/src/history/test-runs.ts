import type { ResultStatus } from '@svc/protocol'
import { sql } from 'kysely'
import { readResultRows } from '../executions/archive-read.ts'
import { iso } from '../executions/summary.ts'
import type { Context } from '../kernel/context.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { FLAW, VERDICT } from '../store/tables.ts'

const STATUS_OF = Object.fromEntries(Object.entries(VERDICT).map(([name, n]) => [n, name])) as Record<
  number,
  ResultStatus
>

/** Executions that are looked through at first, and all that one page may look through. */
const FIRST_LOOK = 100
const MOST_LOOKED_AT = 1_000
/** An archived one has to be unpacked, which costs as much as looking at twenty others. */
const ARCHIVED_COST = 20
/** Above every part's number: the whole execution lies before the cursor. */
const AFTER_ALL_PARTS = 2_147_483_647

interface Wanted {
  projectId: number
  /** Of one test, under all its names. */
  testIds: number[]
  branch: string | undefined
  limit: number
  cursor: string | undefined
}

type Place = readonly [startedAt: number, executionId: number, part: number, testId: number]

/**
 * The runs of a test, newest first. There is no index of results by test, which would double what a result takes:
 * executions are walked from the newest on, and each is asked for the test by its key.
 */
export async function readTestRuns({ store, cursors, baseUrl }: Context, wanted: Wanted) {
  let after: Place | null = wanted.cursor
    ? cursors.decode(wanted.cursor, ['number', 'number', 'number', 'number'])
    : null
  const rows: RunRow[] = []
  let cost = 0
  let isAtEnd = false
  while (rows.length <= wanted.limit && cost < MOST_LOOKED_AT && !isAtEnd) {
    const size: number = cost === 0 ? FIRST_LOOK : MOST_LOOKED_AT - cost
    const executions = await readExecutions(store, wanted, after, size)
    isAtEnd = executions.length < size
    const looked: ExecutionRow[] = []
    for (const execution of executions) {
      if (cost >= MOST_LOOKED_AT) break
      cost += execution.archived_at === null ? 1 : ARCHIVED_COST
      looked.push(execution)
    }
    if (looked.length < executions.length) isAtEnd = false
    rows.push(...(await readRuns(store, wanted, looked, after)))
    const last = looked.at(-1)
    if (last) after = [last.started_at, last.id, AFTER_ALL_PARTS, 0]
  }
  const page = rows.slice(0, wanted.limit)
  const last = page.at(-1)
  const isCut = rows.length > wanted.limit
  const next =
    isCut && last
      ? [last.execution.started_at, last.execution.id, last.part, last.testId]
      : isAtEnd
        ? null
        : after
  return {
    runs: await describe(store, baseUrl, wanted.testIds, page),
    nextCursor: next && cursors.encode(next),
  }
}

type ExecutionRow = Awaited<ReturnType<typeof readExecutions>>[number]

/** Executions from the cursor's own on: it may have parts that are yet to be told. */
function readExecutions(store: Store, { projectId, branch }: Wanted, after: Place | null, limit: number) {
  let query = store.read
    .selectFrom('execution')
    .select(['id', 'public_id', 'suite', 'build', 'branch', 'pull_request', 'tested_sha', 'head_sha'])
    .select(['tree', 'started_at', 'counted', 'archived_at'])
    .where('project_id', '=', projectId)
  if (branch !== undefined) query = query.where('branch', '=', branch)
  if (after) {
    const place = sql`(cast(${after[0]} as bigint), cast(${after[1]} as bigint))`
    query =
      after[2] === AFTER_ALL_PARTS
        ? query.where(sql<boolean>`(started_at, id) < ${place}`)
        : query.where(sql<boolean>`(started_at, id) <= ${place}`)
  }
  return query.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

interface RunRow {
  execution: ExecutionRow
  testId: number
  part: number
  verdict: number
  durationUs: number
  reasonId: number | null
}

async function readRuns(
  store: Store,
  { testIds }: Wanted,
  executions: ExecutionRow[],
  after: Place | null,
): Promise<RunRow[]> {
  const rows = await readResultRows(
    store,
    executions.map((execution) => execution.id),
    testIds,
  )
  const byExecution = Map.groupBy(rows, (row) => row.execution_id)
  return executions.flatMap((execution) =>
    (byExecution.get(execution.id) ?? [])
      .filter((row) => row.verdict > 0 && (execution.id !== after?.[1] || isBehind(row, after)))
      .sort((a, b) => a.part - b.part || a.test_id - b.test_id)
      .map((row) => ({
        execution,
        testId: row.test_id,
        part: row.part,
        verdict: row.verdict,
        durationUs: row.duration_us,
        reasonId: row.reason_id,
      })),
  )
}

const isBehind = (row: { part: number; test_id: number }, [, , part, testId]: Place) =>
  row.part > part || (row.part === part && row.test_id > testId)

async function describe(store: Store, baseUrl: string, testIds: number[], page: RunRow[]) {
  if (page.length === 0) return []
  const ids = [...new Set(page.map((row) => row.execution.id))]
  const [legs, reasons, flaws, keys] = await Promise.all([
    readLegs(store, ids),
    readErrors(store, page),
    readFlaws(store, ids, testIds),
    readKeys(store, testIds),
  ])
  return page.map((row) => {
    const { execution } = row
    const leg = legs.get(`${execution.id}/${row.part}`)
    const found = flaws.get(`${execution.id}/${leg?.id}/${row.testId}`) ?? 0
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
      leg: leg?.name ?? '',
      testId: keys.get(row.testId) ?? '',
      status: STATUS_OF[row.verdict] as ResultStatus,
      startedAt: iso(execution.started_at),
      durationMs: row.durationUs / 1_000,
      error: (isBad && row.reasonId !== null && reasons.get(row.reasonId)) || null,
      counts: execution.counted === 1,
      evidence: [
        ...((found & FLAW.sameTree) !== 0 ? (['same-tree'] as const) : []),
        ...((found & FLAW.retried) !== 0 ? (['retry'] as const) : []),
      ],
      isOutage: (found & FLAW.shared) !== 0,
    }
  })
}

async function readLegs({ read, dialect }: Store, executionIds: number[]) {
  const rows = await read
    .selectFrom('part')
    .innerJoin('leg', 'leg.id', 'part.leg_id')
    .select(['part.execution_id', 'part.number', 'leg.id', 'leg.name'])
    .where(isOneOf(dialect, 'part.execution_id', executionIds))
    .execute()
  return new Map(rows.map((row) => [`${row.execution_id}/${row.number}`, { id: row.id, name: row.name }]))
}

async function readErrors({ read, dialect }: Store, page: RunRow[]) {
  const ids = [...new Set(page.flatMap((row) => row.reasonId ?? []))]
  if (ids.length === 0) return new Map<number, { message: string; fingerprint: string }>()
  const rows = await read
    .selectFrom('reason')
    .select(['id', 'message', 'fingerprint'])
    .where(isOneOf(dialect, 'id', ids))
    .where('kind', '=', 'error')
    .execute()
  return new Map(rows.map(({ id, message, fingerprint }) => [id, { message, fingerprint }]))
}

async function readFlaws({ read, dialect }: Store, executionIds: number[], testIds: number[]) {
  const rows = await read
    .selectFrom('bad_run')
    .select(['execution_id', 'leg_id', 'test_id', 'flaws'])
    .where(isOneOf(dialect, 'execution_id', executionIds))
    .where(isOneOf(dialect, 'test_id', testIds))
    .execute()
  return new Map(rows.map((row) => [`${row.execution_id}/${row.leg_id}/${row.test_id}`, row.flaws]))
}

async function readKeys({ read, dialect }: Store, testIds: number[]): Promise<Map<number, string>> {
  const rows = await read
    .selectFrom('test')
    .select(['id', 'key'])
    .where(isOneOf(dialect, 'id', testIds))
    .execute()
  return new Map(rows.map((row) => [row.id, row.key]))
}
