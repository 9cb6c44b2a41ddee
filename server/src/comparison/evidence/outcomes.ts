import { sql } from 'kysely'
import type { ExecutionRow } from '../../executions/execution-row.ts'
import { OUTAGE } from '../../history/outage.ts'
import { severityOf } from '../../results/severity.ts'
import { visitOutcomes } from '../../results/visit-outcomes.ts'
import type { Store } from '../../store/open.ts'
import { VERDICT } from '../../store/tables.ts'
import { identitiesOf } from '../../test-identity/renames.ts'

/** Base runs that are looked at for evidence on a failure. */
export const HISTORY_RUNS = 20
/** Base runs that are looked at for a usual duration: how far it wanders shows in many runs only. */
const DURATION_RUNS = 100

const DAY_MS = 86_400_000

/** A run that says something of a test. */
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

/** What one test did on one leg of one run; skipped ones are none. */
export interface Outcome {
  run: Run
  verdict: number
  /** Of its error, if it failed or flaked with one. */
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
  const runs = runsOfBranch(store, base).where(sql<boolean>`not (${isWhole})`)
  const [upTo, since] = await Promise.all([
    runs
      .where('started_at', '<=', base.started_at)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(DURATION_RUNS)
      .execute(),
    runs
      // Changes that nobody committed since then are no state of the base branch, and often the head's own.
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

const isWhole = sql<boolean>`passed + failed + flaky >= ${sql.lit(OUTAGE.leastTests)}
  and failed >= ${sql.lit(OUTAGE.share)} * (passed + failed + flaky)`

const runsOfBranch = (store: Store, base: ExecutionRow) =>
  store.read
    .selectFrom('execution')
    .select(RUN_COLUMNS)
    .where('project_id', '=', base.project_id)
    .where('suite', '=', base.suite)
    // Asked for by its id, a base may be any execution; a fork's and dirty runs are nobody's history.
    .where('trust', '=', base.trust === 'local' ? 'local' : 'ci')
    .$if(base.trust !== 'local', (query) => query.where('dirty', '=', 0))
    .where('pull_request', 'is', null)
    .where('state', 'in', ['passed', 'failed'])
    .where('results_removed_at', 'is', null)
    .where((eb) => (base.branch === null ? eb('branch', 'is', null) : eb('branch', '=', base.branch)))

/** What those runs say of these tests; runs times tests probes of the primary key. */
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

/** Outcomes in the order of their runs, of each test and leg the worst of a run. */
class WorstOfRuns {
  readonly #places: Map<number, number>
  readonly #byTest = new Map<string, (Outcome | undefined)[]>()
  /** Nearly all outcomes are plain passes, and those of one run are all the same. */
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
    // Parts that collided tell of one test twice: the worse speaks for it.
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
  /** All of them. */
  ids: number[]
  currentId(id: number): number
}

export async function knownTests(store: Store, projectId: number, testIds: number[]): Promise<Tests> {
  const uniqueIds = [...new Set(testIds)]
  const identities = await identitiesOf(store, projectId, uniqueIds)
  const current = new Map<number, number>()
  // If a test had a name that belongs to another test today, its rows belong to that other test.
  for (const [id, names] of identities) for (const name of names.slice(1)) current.set(name, id)
  for (const id of uniqueIds) current.set(id, id)
  return { ids: [...current.keys()], currentId: (id) => current.get(id) ?? id }
}
