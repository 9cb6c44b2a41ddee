import { sql } from 'kysely'
import type { ExecutionRow } from '../../executions/execution-row.ts'
import { MASS_FAILURE } from '../../history/mass-failure-limits.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { severityOf } from '../../results/severity.ts'
import { visitOutcomes } from '../../results/visit-outcomes.ts'
import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'
import { VERDICT } from '../../store/tables.ts'
import { identitiesOf } from '../../test-identity/former-names.ts'

/** The number of base runs that are read for evidence about a failure. */
export const HISTORY_RUNS = 20
/** The number of base runs that are read for the usual duration; its variation shows only in many runs. */
const DURATION_RUNS = 100

/** A run that is evidence about a test. */
export interface Run {
  id: number
  public_id: string
  branch: string | null
  tree: string | null
  tested_sha: string | null
  head_sha: string | null
  pull_request: number | null
  repository: string | null
  started_at: number
}

/** A run of the base's branch. */
export interface BaseRun extends Run {
  /** The number of its results that failed. */
  failed: number
}

export const RUN_COLUMNS = [
  'execution.id',
  'execution.public_id',
  'execution.branch',
  'execution.tree',
  'execution.tested_sha',
  'execution.head_sha',
  'execution.pull_request',
  'execution.repository',
  'execution.started_at',
] as const

/** These runs by their ids. Rows that repeat a run carry only its id: most of their cost would be its columns. */
export async function readRuns(store: Store, ids: number[]): Promise<Map<number, Run>> {
  if (ids.length === 0) return new Map()
  const runs = await store.read
    .selectFrom('execution')
    .select(RUN_COLUMNS)
    .where(isOneOf(store.dialect, 'id', [...new Set(ids)]))
    .execute()
  return new Map(runs.map((run) => [run.id, run]))
}

/** The outcome of one test on one leg of one run; skipped tests have none. */
export interface Outcome {
  run: Run
  verdict: number
  /** The fingerprint of its error, if it failed or flaked with one. */
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
): Promise<{ upTo: BaseRun[]; since: BaseRun[] }> {
  const runs = runsOfBranch(store, base).where(sql<boolean>`not (${isWhole})`)
  const [upTo, since] = await Promise.all([
    runs
      .where('started_at', '<=', base.started_at)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(DURATION_RUNS)
      .execute(),
    runs
      // Uncommitted changes since then do not belong to the base branch, and are often the head's
      // own.
      .$if(base.dirty === 0, (query) => query.where('dirty', '=', 0))
      .where('started_at', '>', base.started_at)
      .where('started_at', '<', until)
      .orderBy('started_at')
      .orderBy('id')
      .limit(HISTORY_RUNS)
      .execute(),
  ])
  return { upTo, since }
}

/**
 * Runs of the base's branch, in the day up to and including the base, in which nearly everything failed;
 * newest first.
 */
export const readWholeFailures = (store: Store, base: ExecutionRow): Promise<Run[]> =>
  runsOfBranch(store, base)
    .where(isWhole)
    .where('started_at', '<=', base.started_at)
    .where('started_at', '>', base.started_at - DAY_MS)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(HISTORY_RUNS)
    .execute()

const isWhole = sql<boolean>`passed + failed + flaky >= ${sql.lit(MASS_FAILURE.leastTests)}
  and failed >= ${sql.lit(MASS_FAILURE.share)} * (passed + failed + flaky)`

const runsOfBranch = (store: Store, base: ExecutionRow) =>
  store.read
    .selectFrom('execution')
    .select([...RUN_COLUMNS, 'execution.failed'])
    .where('project_id', '=', base.project_id)
    .where('suite', '=', base.suite)
    // A base that the request names by its id may be any execution; runs of forks and dirty runs
    // belong to no history.
    .where('trust', '=', base.trust === 'local' ? 'local' : 'ci')
    .$if(base.trust !== 'local', (query) => query.where('dirty', '=', 0))
    .where('pull_request', 'is', null)
    .where('state', 'in', ['passed', 'failed'])
    .where('results_removed_at', 'is', null)
    .where((eb) => (base.branch === null ? eb('branch', 'is', null) : eb('branch', '=', base.branch)))

/** The outcomes of these tests in those runs, at the cost of one primary-key lookup for each test and run. */
export async function readOutcomes(store: Store, runs: Run[], tests: Tests): Promise<Outcomes> {
  if (runs.length === 0 || tests.ids.length === 0) return new Map()
  const worst = new WorstOfRuns(runs)
  await visitOutcomes(
    store,
    [...new Set(runs.map((run) => run.id))],
    tests.ids,
    (executionId, legId, testId, verdict, fingerprint) =>
      worst.put(executionId, legId, tests.currentId(testId), verdict, fingerprint),
  )
  return worst.outcomes()
}

/** Outcomes in the order of their runs; for each test and leg, the worst outcome of a run. */
class WorstOfRuns {
  readonly #places: Map<number, number>
  readonly #byTest = new Map<string, (Outcome | undefined)[]>()
  /** Nearly all outcomes are plain passes, and all plain passes of a run are equal. */
  readonly #passes: Outcome[]

  constructor(runs: Run[]) {
    this.#places = new Map(runs.map((run, i) => [run.id, i]))
    this.#passes = runs.map((run) => ({ run, verdict: VERDICT.passed, fingerprint: null }))
  }

  put(executionId: number, legId: number, testId: number, verdict: number, fingerprint: string | null): void {
    const key = `${testId}/${legId}`
    const of = this.#byTest.get(key) ?? []
    if (of.length === 0) this.#byTest.set(key, of)
    const place = this.#places.get(executionId) as number
    const known = of[place]
    // Colliding parts report one test twice; the worse result counts.
    if (known && severityOf(known.verdict) >= severityOf(verdict)) return
    const pass = this.#passes[place] as Outcome
    of[place] = verdict === VERDICT.passed ? pass : { ...pass, verdict, fingerprint }
  }

  outcomes(): Outcomes {
    return new Map([...this.#byTest].map(([key, of]) => [key, of.filter((outcome) => outcome !== undefined)]))
  }
}

/** Tests with the ids they had under earlier names, so that a confirmed rename keeps its history. */
export interface Tests {
  /** The ids of all these tests. */
  ids: number[]
  currentId(id: number): number
}

export async function knownTests(store: Store, projectId: number, testIds: number[]): Promise<Tests> {
  const uniqueIds = [...new Set(testIds)]
  const identities = await identitiesOf(store, projectId, uniqueIds)
  const current = new Map<number, number>()
  // If a former name now belongs to another test, its rows belong to that other test.
  for (const [id, names] of identities) for (const name of names.slice(1)) current.set(name, id)
  for (const id of uniqueIds) current.set(id, id)
  return { ids: [...current.keys()], currentId: (id) => current.get(id) ?? id }
}
