import type { Context } from '../../ground/kernel/context.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { FLAW, VERDICT } from '../../ground/store/tables.ts'
import { statusOf } from '../../results/results/status-of.ts'
import { type ResultOfTest, walkResults } from '../../results/results/walk-results.ts'
import { excludedBecause } from '../history/rollup.ts'
import type { Window } from '../history/window.ts'
import type { KnownTest } from './known-tests.ts'

interface RunQuery {
  projectId: number
  test: KnownTest
  branch: string | undefined
  /** The start of the period for the rate; the list of runs extends before it. */
  window: Window
  limit: number
  cursor: string | undefined
}

/** The runs of a test, newest first. A page may be short, or empty, before the last one. */
export async function readTestRuns({ store, cursors, baseUrl }: Context, wanted: RunQuery) {
  const { projectId, test, branch, limit, cursor } = wanted
  const begin = cursor ? cursors.decode(cursor, ['number', 'number', 'number', 'number']) : null
  const walked = { projectId, testIds: test.ids, branch }
  const { results, next } = await walkResults(store, walked, begin, limit)
  return {
    runs: await describe(store, baseUrl, wanted, results),
    nextCursor: next && cursors.encode(next),
  }
}

async function describe(store: Store, baseUrl: string, { test, window }: RunQuery, page: ResultOfTest[]) {
  if (page.length === 0) return []
  const ids = [...new Set(page.map((row) => row.execution.id))]
  const [{ legs, flaws }, reasons] = await Promise.all([
    readLegs(store, ids, test.ids),
    readErrors(store, page),
  ])
  const names = [test.name, ...test.formerNames]
  const keys = new Map(test.ids.map((id, index) => [id, names[index]?.testId]))
  return page.map((row) => {
    const { execution } = row
    // Of a run that settles in steps, some may be there.
    const isCounted = execution.counted === 1
    const flawBits = (isCounted && flaws.get(`${execution.id}/${row.part}/${row.testId}`)) || 0
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
        framework: execution.framework,
        tree: execution.tree,
        trust: execution.trust,
        dirty: execution.dirty === 1,
      },
      leg: legs.get(`${execution.id}/${row.part}`) ?? '',
      testId: keys.get(row.testId) ?? '',
      status: statusOf(row.verdict),
      startedAt: iso(execution.started_at),
      durationMs: row.durationUs / 1_000,
      error: (isBad && row.reasonId !== null && reasons.get(row.reasonId)) || null,
      counts: isCounted,
      excludedBecause: excludedBecause(execution),
      inRate:
        isCounted &&
        row.verdict !== VERDICT.skipped &&
        execution.started_at >= window.from &&
        execution.started_at < window.to,
      evidence: [
        ...((flawBits & FLAW.sameTree) !== 0 ? (['same-tree'] as const) : []),
        ...((flawBits & FLAW.retried) !== 0 ? (['retry'] as const) : []),
      ],
      isOutage: (flawBits & FLAW.shared) !== 0,
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

async function readErrors({ lookup, dialect }: Store, page: ResultOfTest[]) {
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
