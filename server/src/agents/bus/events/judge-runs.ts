import type { Selectable } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { Tables } from '../../../ground/store/tables.ts'
import { identitiesOf, newestNamesOf } from '../../../results/test-identity/former-names.ts'
import { type RunsOfTest, readRuns } from './runs-of-tests.ts'
import type { SettledRun } from './settled-runs.ts'

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
