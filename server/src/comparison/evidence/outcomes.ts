import { sql } from 'kysely'
import type { ExecutionRow } from '../../executions/execution-row.ts'
import { readUnmoved } from '../../results/read-rows.ts'
import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'
import { VERDICT } from '../../store/tables.ts'
import { identitiesOf } from '../../test-identity/renames.ts'
import { readArchivedOutcomes } from './archived-outcomes.ts'
import { visitResults } from './result-lists.ts'

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
    .where('results_removed_at', 'is', null)
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
  if (runs.length === 0 || tests.ids.length === 0) return new Map()
  const found = await readUnmoved(
    store,
    runs.map((run) => run.id),
    async (archived) => {
      const byId = new Map(runs.map((run) => [run.id, run]))
      const worst = new WorstOfRuns(runs)
      const live = runs.filter((run) => !archived.has(run.id))
      const bad: { put: (fingerprint: string | null) => void; reasonId: number }[] = []
      await visitResults(store, live, tests, VERDICT_AND_REASON, (run, legId, testId, value) => {
        const [verdict, reasonId] = [value % VERDICTS, Math.floor(value / VERDICTS)]
        if (reasonId === 0 || verdict === VERDICT.passed) worst.put(run, legId, testId, verdict, null)
        else bad.push({ put: (error) => worst.put(run, legId, testId, verdict, error), reasonId })
      })
      const errors = await readFingerprints(store, new Set(bad.map(({ reasonId }) => reasonId)))
      for (const { put, reasonId } of bad) put(errors.get(reasonId) ?? null)
      for (const row of await readArchivedOutcomes(store, [...archived.keys()], tests.ids)) {
        const { verdict, leg_id, test_id } = row
        const fingerprint = verdict === VERDICT.passed ? null : row.fingerprint
        if (verdict > 0 && verdict !== VERDICT.skipped)
          worst.put(byId.get(row.execution_id) as Run, leg_id, tests.currentId(test_id), verdict, fingerprint)
      }
      return worst
    },
  )
  return found.outcomes()
}

/** Both in one number: what is carried of a result is most of what reading it costs. */
const VERDICTS = 10
const VERDICT_AND_REASON = sql<number>`cast(coalesce(reason_id, 0) as bigint) * ${sql.lit(VERDICTS)} + verdict`

/** The fingerprints of these errors. */
export async function readFingerprints(
  { read, dialect }: Store,
  reasonIds: Set<number>,
): Promise<Map<number, string>> {
  if (reasonIds.size === 0) return new Map()
  const rows = await read
    .selectFrom('reason')
    .select(['id', 'fingerprint'])
    .where(isOneOf(dialect, 'id', [...reasonIds]))
    .where('kind', '=', 'error')
    .execute()
  return new Map(rows.map((row) => [row.id, row.fingerprint]))
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

  put(run: Run, legId: number, testId: number, verdict: number, fingerprint: string | null): void {
    const key = `${testId}/${legId}`
    const of = this.#byTest.get(key) ?? []
    if (of.length === 0) this.#byTest.set(key, of)
    const place = this.#places.get(run.id) as number
    const known = of[place]
    // Parts that collided tell of one test twice: the worse speaks for it.
    if (known && BADNESS.indexOf(known.verdict) >= BADNESS.indexOf(verdict)) return
    of[place] = verdict === VERDICT.passed ? this.#passes[place] : { run, verdict, fingerprint }
  }

  outcomes(): Outcomes {
    return new Map([...this.#byTest].map(([key, of]) => [key, of.filter((outcome) => outcome !== undefined)]))
  }
}

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
