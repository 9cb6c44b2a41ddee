import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import { severityOf } from '../../../results/results/severity.ts'
import { visitOutcomes } from '../../../results/results/visit-outcomes.ts'
import { identitiesOf } from '../../../results/test-identity/former-names.ts'

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
  /** True for a pass in a re-run of selected tests: with its neighbours, the test may fail. */
  isAlone?: true
  /** True for a failure that only a re-run of selected tests passed; known of a test's newest base run. */
  passedAlone?: true
}

export const hasPassed = ({ verdict, isAlone }: Outcome) => verdict === VERDICT.passed && !isAlone

/** Outcomes by `<test id>/<leg id>`, in the order of the runs they were read for. */
export type Outcomes = Map<string, Outcome[]>

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
