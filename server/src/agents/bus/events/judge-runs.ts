import type { Selectable } from 'kysely'
import type { Event } from '../../../ground/kernel/claim-events.ts'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { ATTEMPT, type Tables, VERDICT } from '../../../ground/store/tables.ts'
import { readAttempts } from '../../../results/results/read-attempts.ts'
import { visitOutcomes } from '../../../results/results/visit-outcomes.ts'
import { identitiesOf, newestNamesOf } from '../../../results/test-identity/former-names.ts'

/** How often a test ran on one leg of an execution: once, or once for each repeat. */
interface RunsOfTest {
  executionId: number
  legId: number
  testId: number
  /** True if all its results there are plain passes. */
  isClean: boolean
  passed: number
  failed: number
}

/** An execution that may be evidence about a commit. */
export interface SettledRun {
  id: number
  public_id: string
  project_id: number
  suite: string
  state: string
  branch: string | null
  tested_sha: string | null
  head_sha: string | null
  started_at: number
}

export type VerificationRow = Selectable<Tables['fix_verification']>
/** A fix, and the runs that contain it. */
export interface FixedRuns {
  fix: Pick<VerificationRow, 'fingerprint' | 'tests' | 'legs' | 'suites'>
  runs: SettledRun[]
}

/** What a run with the fix says about the failure. */
export interface Judged {
  executionId: number
  publicId: string
  outcome: Tables['fix_run']['outcome']
  clean: number
}

/** Judges for each fix of a project the runs that contain it; omits inconclusive ones. */
export async function judgeRuns(store: Store, projectId: number, fixes: FixedRuns[]): Promise<Judged[][]> {
  const executionIds = [...new Set(fixes.flatMap(({ runs }) => runs.map(({ id }) => id)))]
  if (executionIds.length === 0) return fixes.map(() => [])
  const fingerprints = [...new Set(fixes.map(({ fix }) => fix.fingerprint))]
  const cameBack = await readWithFailure(store, projectId, fingerprints, executionIds)
  const namesOf = await readNames(store, projectId, [
    ...new Set(fixes.flatMap(({ fix }) => numbersIn(fix.tests))),
  ])
  const tests = fixes.map(({ fix }) => namesOf(numbersIn(fix.tests)))
  const ran = await readRuns(store, executionIds, [...new Set(tests.flat())])
  const byTest = Map.groupBy(ran, ({ testId }) => testId)
  return fixes.map((one, at) => {
    const own = (tests[at] ?? []).flatMap((id) => byTest.get(id) ?? [])
    return judgeFix(one, own, cameBack)
  })
}

function judgeFix({ fix, runs }: FixedRuns, ran: RunsOfTest[], cameBack: ReadonlySet<string>): Judged[] {
  const legs = new Set(numbersIn(fix.legs))
  const byRun = Map.groupBy(
    ran.filter(({ legId }) => legs.has(legId)),
    ({ executionId }) => executionId,
  )
  const suites = JSON.parse(fix.suites) as string[]
  return runs.flatMap((run): Judged[] => {
    const judged = (outcome: Judged['outcome'], clean = 0) => [
      { executionId: run.id, publicId: run.public_id, outcome, clean },
    ]
    if (cameBack.has(`${fix.fingerprint} ${run.id}`)) return judged('came-back')
    // A run that was cut short proves nothing.
    if (run.state !== 'passed' && run.state !== 'failed') return []
    if (fix.tests === '') return suites.includes(run.suite) ? judged('clean', 1) : []
    const own = byRun.get(run.id) ?? []
    if (own.some(({ isClean }) => !isClean)) return judged('other-failure')
    return own.length === 0 ? [] : judged('clean', cleanRuns(own))
  })
}

/** The number of runs of the most often repeated test on each leg. */
function cleanRuns(ran: RunsOfTest[]): number {
  const legs = Map.groupBy(ran, ({ legId }) => legId)
  return [...legs.values()].reduce((sum, own) => sum + Math.max(...own.map(({ passed }) => passed)), 0)
}

/** Which failure occurred in which execution, as `fingerprint id`. */
async function readWithFailure(
  { read, dialect }: Store,
  projectId: number,
  fingerprints: string[],
  executionIds: number[],
): Promise<Set<string>> {
  const rows = await read
    .selectFrom('failure_run')
    .innerJoin('failure_cluster', 'failure_cluster.id', 'failure_run.cluster_id')
    .select(['fingerprint', 'execution_id'])
    .where('failure_cluster.project_id', '=', projectId)
    .where(isOneOf(dialect, 'failure_cluster.fingerprint', fingerprints))
    .where(isOneOf(dialect, 'execution_id', executionIds))
    .execute()
  return new Set(rows.map((row) => `${row.fingerprint} ${row.execution_id}`))
}

/** Returns the ids of some of these tests under all their names, because a fix may rename a test. */
async function readNames(
  store: Store,
  projectId: number,
  all: number[],
): Promise<(tests: number[]) => number[]> {
  const newest = await newestNamesOf(store, projectId, all)
  const present = (id: number) => newest.get(id) ?? id
  const identities = await identitiesOf(store, projectId, [...new Set(all.map(present))])
  return (tests) => [...new Set([...tests, ...tests.flatMap((id) => identities.get(present(id)) ?? [])])]
}

export const numbersIn = (list: string): number[] => list.split(' ').filter(Boolean).map(Number)

/** A project's executions that ran exactly the code of a commit and were not uploaded by a fork. */
export const provingRuns = ({ read }: Pick<Store, 'read'>) =>
  read
    .selectFrom('execution')
    .select([
      'execution.id',
      'execution.public_id',
      'execution.project_id',
      'execution.suite',
      'execution.state',
    ])
    .select(['execution.branch', 'execution.tested_sha', 'execution.head_sha', 'execution.started_at'])
    .where('execution.trust', '<>', 'fork')
    .where('execution.dirty', '=', 0)
    .where('execution.results_removed_at', 'is', null)
    .where('execution.state', '<>', 'running')

/** The settled executions of these events, by the event's id. */
export async function readSettledRuns(store: Store, events: Event[]): Promise<Map<number, SettledRun>> {
  const ids = [...new Set(events.map(({ payload }) => String(payload.executionId)))]
  if (ids.length === 0) return new Map()
  const rows = await provingRuns(store)
    .where(isOneOf(store.dialect, 'execution.public_id', ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.public_id, row]))
  return new Map(
    events.flatMap((event): [number, SettledRun][] => {
      const run = byId.get(String(event.payload.executionId))
      return run ? [[event.id, run]] : []
    }),
  )
}

/** Its commits: the one that was checked out, and the head of its branch. */
export const commitsOf = ({ tested_sha, head_sha }: Pick<SettledRun, 'tested_sha' | 'head_sha'>): string[] =>
  [...new Set([tested_sha, head_sha])].filter((sha) => sha !== null)

/** The runs of these tests in these executions, without skipped and superseded results. */
export async function readRuns(
  store: Store,
  executionIds: number[],
  testIds: number[],
): Promise<RunsOfTest[]> {
  if (executionIds.length === 0 || testIds.length === 0) return []
  const runs: RunsOfTest[] = []
  await visitOutcomes(store, executionIds, testIds, (executionId, legId, testId, verdict) => {
    const isClean = verdict === VERDICT.passed
    if (isClean || verdict === VERDICT.failed || verdict === VERDICT.flaky)
      runs.push({ executionId, legId, testId, isClean, passed: isClean ? 1 : 0, failed: isClean ? 0 : 1 })
  })
  // A plain pass at the first attempt has no attempts of its own.
  for (const [executionId, own] of Map.groupBy(runs, (run) => run.executionId)) {
    const { attempts } = await readAttempts(store, executionId, [...new Set(own.map((run) => run.testId))])
    const byRun = Map.groupBy(attempts, ({ test_id, leg_id }) => `${test_id} ${leg_id}`)
    for (const run of own) {
      const of = byRun.get(`${run.testId} ${run.legId}`) ?? []
      if (of.length === 0) continue
      run.passed = of.filter(({ status }) => status === ATTEMPT.passed).length
      run.failed = of.length - run.passed
    }
  }
  return runs
}
