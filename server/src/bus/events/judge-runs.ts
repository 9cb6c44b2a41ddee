import type { Selectable } from 'kysely'
import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'
import type { Tables } from '../../store/tables.ts'
import { identitiesOf, newestNamesOf } from '../../test-identity/former-names.ts'
import { type RunsOfTest, readRuns } from './runs-of-tests.ts'
import type { SettledRun } from './settled-runs.ts'

export type VerificationRow = Selectable<Tables['fix_verification']>
type Watched = Pick<VerificationRow, 'project_id' | 'fingerprint' | 'tests' | 'legs' | 'suites'>

/** What a run with the fix says about the failure. */
export interface Judged {
  executionId: number
  publicId: string
  outcome: Tables['fix_run']['outcome']
  clean: number
}

/** Judges runs that contain the fix; omits inconclusive ones. */
export async function judgeRuns(store: Store, watched: Watched, runs: SettledRun[]): Promise<Judged[]> {
  if (runs.length === 0) return []
  const cameBack = await readWithFailure(store, watched, runs)
  const tests = await everyName(store, watched.project_id, numbersIn(watched.tests))
  const legs = new Set(numbersIn(watched.legs))
  const ran =
    tests.length === 0
      ? []
      : await readRuns(
          store,
          runs.map(({ id }) => id),
          tests,
        )
  const byRun = Map.groupBy(
    ran.filter(({ legId }) => legs.has(legId)),
    ({ executionId }) => executionId,
  )
  const suites = JSON.parse(watched.suites) as string[]
  return runs.flatMap((run): Judged[] => {
    const judged = (outcome: Judged['outcome'], clean = 0) => [
      { executionId: run.id, publicId: run.public_id, outcome, clean },
    ]
    if (cameBack.has(run.id)) return judged('came-back')
    // A run that was cut short proves nothing.
    if (run.state !== 'passed' && run.state !== 'failed') return []
    if (tests.length === 0) return suites.includes(run.suite) ? judged('clean', 1) : []
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

async function readWithFailure(
  { read, dialect }: Store,
  { project_id, fingerprint }: Watched,
  runs: SettledRun[],
): Promise<Set<number>> {
  const rows = await read
    .selectFrom('failure_run')
    .innerJoin('failure_cluster', 'failure_cluster.id', 'failure_run.cluster_id')
    .select('execution_id')
    .where('failure_cluster.project_id', '=', project_id)
    .where('failure_cluster.fingerprint', '=', fingerprint)
    .where(
      isOneOf(
        dialect,
        'execution_id',
        runs.map(({ id }) => id),
      ),
    )
    .execute()
  return new Set(rows.map((row) => row.execution_id))
}

/** The ids of these tests under all their names, because a fix may rename a test. */
async function everyName(store: Store, projectId: number, tests: number[]): Promise<number[]> {
  const newest = await newestNamesOf(store, projectId, tests)
  const present = [...new Set(tests.map((id) => newest.get(id) ?? id))]
  const identities = await identitiesOf(store, projectId, present)
  return [...new Set([...tests, ...[...identities.values()].flat()])]
}

export const numbersIn = (list: string): number[] => list.split(' ').filter(Boolean).map(Number)
