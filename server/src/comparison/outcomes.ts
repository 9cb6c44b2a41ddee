import { sql } from 'kysely'
import { readUnmoved } from '../executions/archive-read.ts'
import { identitiesOf } from '../executions/renames.ts'
import type { ExecutionRow } from '../executions/summary.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'
import { readArchivedOutcomes } from './archived-outcomes.ts'

/** Base runs that are looked at for evidence on a failure. */
export const HISTORY_RUNS = 20
/** Base runs that are looked at for a usual duration: how far it wanders shows in many runs only. */
const DURATION_RUNS = 100

/** A run of so many tests in which this share failed says nothing of a single one of them. */
export const OUTAGE = { leastTests: 5, share: 0.8 }

/** A run that says something of a test. */
export interface Run {
  id: number
  public_id: string
  branch: string | null
  tree: string | null
  started_at: number
}

export const RUN_COLUMNS = [
  'execution.id',
  'execution.public_id',
  'execution.branch',
  'execution.tree',
  'execution.started_at',
] as const

/** What one test did on one leg of one run; skipped ones are none. */
export interface Outcome {
  run: Run
  verdict: number
  durationUs: number
  /** Of its error, where it failed or flaked with one. */
  fingerprint: string | null
}

/** Outcomes by `<test id>/<leg id>`, in the order of the runs they were read for. */
export type Outcomes = Map<string, Outcome[]>

/**
 * The newest clean runs of the base's branch up to and including the base, newest first; and those after it
 * that began before `until`. Runs in which nearly everything failed say nothing of a single test.
 */
export async function readBaseRuns(
  store: Store,
  base: ExecutionRow,
  until: number,
): Promise<{ upTo: Run[]; since: Run[] }> {
  const runs = store.read
    .selectFrom('execution')
    .select(RUN_COLUMNS)
    .where('project_id', '=', base.project_id)
    .where('suite', '=', base.suite)
    // Asked for by its id, a base may be any execution; a fork's and dirty runs are nobody's history.
    .where('trust', '=', base.trust === 'local' ? 'local' : 'ci')
    .$if(base.trust !== 'local', (query) => query.where('dirty', '=', 0))
    .where('pull_request', 'is', null)
    .where('state', 'in', ['passed', 'failed'])
    .where((eb) => (base.branch === null ? eb('branch', 'is', null) : eb('branch', '=', base.branch)))
    .where(
      sql<boolean>`not (passed + failed + flaky >= ${sql.lit(OUTAGE.leastTests)}
        and failed >= ${sql.lit(OUTAGE.share)} * (passed + failed + flaky))`,
    )
  const [upTo, since] = await Promise.all([
    runs
      .where('started_at', '<=', base.started_at)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(DURATION_RUNS)
      .execute(),
    runs
      .where('started_at', '>', base.started_at)
      .where('started_at', '<', until)
      .orderBy('started_at')
      .orderBy('id')
      .limit(HISTORY_RUNS)
      .execute(),
  ])
  return { upTo, since }
}

/** What those runs say of these tests; runs times tests probes of the primary key. */
export async function readOutcomes(store: Store, runs: Run[], tests: Tests): Promise<Outcomes> {
  const outcomes: Outcomes = new Map()
  if (runs.length === 0 || tests.ids.length === 0) return outcomes
  const rows = await readUnmoved(
    store,
    runs.map((run) => run.id),
    async (archived) => {
      const live = (await readLive(store, runs, tests)).filter((row) => !archived.has(row.execution_id))
      const packed = await readArchivedOutcomes(store, [...archived.keys()], tests.ids)
      return [...live, ...packed.filter(({ verdict }) => verdict > 0 && verdict !== VERDICT.skipped)]
    },
  )
  const order = new Map(runs.map((run, i) => [run.id, i]))
  rows.sort((a, b) => (order.get(a.execution_id) ?? 0) - (order.get(b.execution_id) ?? 0))
  for (const row of rows) {
    const key = `${tests.currentId(row.test_id)}/${row.leg_id}`
    const run = runs[order.get(row.execution_id) ?? 0] as Run
    const known = outcomes.get(key)
    const last = known?.at(-1)
    const outcome = {
      run,
      verdict: row.verdict,
      durationUs: row.duration_us,
      fingerprint: row.verdict === VERDICT.passed ? null : row.fingerprint,
    }
    if (known === undefined) outcomes.set(key, [outcome])
    // Parts that collided tell of one test twice: the worse speaks for it.
    else if (last?.run.id !== run.id) known.push(outcome)
    else if (BADNESS.indexOf(row.verdict) > BADNESS.indexOf(last.verdict)) known[known.length - 1] = outcome
  }
  return outcomes
}

const readLive = (store: Store, runs: Run[], tests: Tests) =>
  store.read
    .selectFrom('result')
    .innerJoin('part', (join) =>
      join.onRef('part.execution_id', '=', 'result.execution_id').onRef('part.number', '=', 'result.part'),
    )
    .leftJoin('reason', (join) => join.onRef('reason.id', '=', 'result.reason_id').on('kind', '=', 'error'))
    .select(['result.execution_id', 'test_id', 'part.leg_id', 'verdict', 'result.duration_us', 'fingerprint'])
    .where(
      isOneOf(
        store.dialect,
        'result.execution_id',
        runs.map((run) => run.id),
      ),
    )
    .where(isOneOf(store.dialect, 'test_id', tests.ids))
    .where('verdict', '>', 0)
    .where('verdict', '<>', VERDICT.skipped)
    .execute()

const BADNESS: number[] = [VERDICT.passed, VERDICT.flaky, VERDICT.failed]

/** Tests with the ids they had under earlier names, so that a confirmed rename keeps its history. */
export interface Tests {
  /** All of them. */
  ids: number[]
  currentId(id: number): number
}

export async function knownTests(store: Store, projectId: number, testIds: number[]): Promise<Tests> {
  const asked = [...new Set(testIds)]
  const identities = await identitiesOf(store, projectId, asked)
  const current = new Map<number, number>()
  // Where a test was given a name that is another's today, its rows are that other's.
  for (const [id, names] of identities) for (const name of names.slice(1)) current.set(name, id)
  for (const id of asked) current.set(id, id)
  return { ids: [...current.keys()], currentId: (id) => current.get(id) ?? id }
}
