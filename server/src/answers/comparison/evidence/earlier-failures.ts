import { sql } from 'kysely'
import { DAY_MS } from '../../../ground/kernel/time.ts'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf, listOf } from '../../../ground/store/portable.ts'
import { EVIDENCE, FLAW } from '../../../ground/store/tables.ts'
import { whoRan } from '../../../history/history/runs-of.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { readWithFingerprints } from '../../../results/results/read-with-fingerprints.ts'
import type { Line } from './base-runs.ts'
import { type Run, readRuns, type Tests } from './outcomes.ts'

export const DAYS_LOOKED_AT = 30

/** More occurrences than this prove nothing more. */
const MOST_ROWS = 5_000

/** A run of another branch in which a test failed or flaked on one leg. */
export interface EarlierFailure {
  run: Run
  fingerprint: string | null
  failed: boolean
  /** It failed and passed on the same code: within the run, or against another run of the same tree. */
  isEvidence: boolean
}

export const windowOf = (until: number) => ({ from: until - DAYS_LOOKED_AT * DAY_MS, until })

/**
 * Runs of other branches in which these tests failed or flaked in the days before `until`, newest
 * first, by `<test id>/<leg id>`.
 */
export async function readEarlierFailures(
  store: Store,
  head: ExecutionRow,
  line: Line,
  until: number,
  tests: Tests,
): Promise<Map<string, EarlierFailure[]>> {
  const sightings = new Map<string, EarlierFailure[]>()
  if (tests.ids.length === 0) return sightings
  const bad = await readBadRuns(store, head, line, until, tests)
  const [runs, rows] = await Promise.all([
    readRuns(
      store,
      bad.map((row) => row.execution_id),
    ),
    readWithFingerprints(store, bad),
  ])
  for (const { execution_id, test_id, leg_id, flaws, fingerprint } of rows) {
    const run = runs.get(execution_id)
    // Deleted meanwhile.
    if (!run) continue
    const key = `${tests.currentId(test_id)}/${leg_id}`
    const known = sightings.get(key)
    const sighting = {
      run,
      fingerprint,
      failed: (flaws & FLAW.failed) !== 0,
      isEvidence: (flaws & EVIDENCE) !== 0,
    }
    if (!known) sightings.set(key, [sighting])
    else if (known.at(-1)?.run !== run) known.push(sighting)
  }
  return sightings
}

/** The runs of those days in which these tests failed, newest first. One row for each leg: thousands would be most of the cost. */
async function readBadRuns(store: Store, head: ExecutionRow, line: Line, until: number, tests: Tests) {
  const newest = store.read
    .selectFrom('bad_run')
    .innerJoin('execution', 'execution.id', 'bad_run.execution_id')
    .select(['bad_run.execution_id', 'bad_run.test_id', 'bad_run.leg_id', 'bad_run.flaws'])
    .select('bad_run.started_at')
    .where(isOneOf(store.dialect, 'bad_run.test_id', tests.ids))
    .where('bad_run.started_at', '>=', windowOf(until).from)
    .where('bad_run.started_at', '<', until)
    .where('execution.suite', '=', head.suite)
    .where('execution.id', '<>', head.id)
    .where('execution.results_removed_at', 'is', null)
    // As `countRuns`. A deleted execution has left its project, while its runs still count.
    .where('execution.counted', '=', 1)
    .where('execution.project_id', '=', head.project_id)
    .$if(isOther(head, line), (query) =>
      query.where(sql<string>`coalesce(execution.branch, '')`, '<>', head.branch ?? ''),
    )
    .orderBy('bad_run.started_at', 'desc')
    .orderBy('bad_run.execution_id', 'desc')
    .limit(MOST_ROWS)
  const rows = await store.read
    .selectFrom(newest.as('newest'))
    .select(['execution_id', 'leg_id', (eb) => eb.fn.max('started_at').as('started_at')])
    .select(listOf(store.dialect, 'test_id').as('tests'))
    .select(listOf(store.dialect, 'flaws').as('flaws'))
    .groupBy(['execution_id', 'leg_id'])
    .orderBy('started_at', 'desc')
    .orderBy('execution_id', 'desc')
    .execute()
  return rows.flatMap(({ execution_id, leg_id, tests: ofTests, flaws }) => {
    const [ids, of] = [ofTests, flaws].map((list) => JSON.parse(list ?? '[]') as number[])
    return (ids ?? []).map((test_id, i) => ({ execution_id, leg_id, test_id, flaws: of?.[i] ?? 0 }))
  })
}

/**
 * The branch's own runs are no evidence for or against it; runs of the base branch are considered
 * separately.
 */
const isOther = (head: ExecutionRow, line: Line) => head.branch !== line.branch

/** The number of runs of other branches in which each test ran in those days, by `<test id>/<leg id>`. */
export async function countRuns(
  store: Store,
  head: ExecutionRow,
  line: Line,
  until: number,
  tests: Tests,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  if (tests.ids.length === 0) return counts
  const sets = await store.read
    .selectFrom('leg_run')
    .select(['ran_id', 'leg_id', (eb) => eb.fn.countAll<number>().as('times')])
    .where('project_id', '=', head.project_id)
    .where('started_at', '>=', windowOf(until).from)
    .where('started_at', '<', until)
    .where('suite', '=', head.suite)
    .where('execution_id', '<>', head.id)
    .$if(isOther(head, line), (query) => query.where('branch', '<>', head.branch ?? ''))
    .groupBy(['ran_id', 'leg_id'])
    .execute()
  const ran = await whoRan(
    store,
    sets.map((set) => set.ran_id),
    tests.ids,
  )
  for (const { ran_id, leg_id, times } of sets)
    for (const id of new Set([...(ran.get(ran_id) ?? [])].map(tests.currentId))) {
      const key = `${id}/${leg_id}`
      counts.set(key, (counts.get(key) ?? 0) + Number(times))
    }
  return counts
}
