import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { type EarlierFailure, windowOf } from './earlier-failures.ts'
import { errorOf, type FailuresToJudge, type OfFailure, pastPlaceOf } from './failures.ts'
import { type Outcome, type Outcomes, RUN_COLUMNS, type Run, readOutcomes, type Tests } from './outcomes.ts'

/** The number of tests and of runs that are read. */
const MOST_TESTS = 200
const MOST_RUNS = 60

/**
 * For each failure: its outcomes on the only branch beside the base branch that failed like this, newest first, to see
 * whether that branch broke the test and mended it. None if several branches failed like this.
 */
export async function readSoleBranch(
  store: Store,
  input: FailuresToJudge,
  tests: Tests,
  until: number,
  { earlier, isOther }: { earlier: Map<string, EarlierFailure[]>; isOther: (run: Run) => boolean },
): Promise<OfFailure<Outcome[]>> {
  const { line } = input
  const branchOf = (place: string, error: string | null) => {
    const branches = new Set<string | null>()
    for (const { run, fingerprint } of earlier.get(place) ?? [])
      if (fingerprint === error && run.branch !== line.branch && isOther(run)) branches.add(run.branch)
    return branches.size === 1 ? [...branches][0] : null
  }
  const alone = input.failures.flatMap((pair) => {
    const branch = branchOf(pastPlaceOf(pair), errorOf(pair, input))
    return branch ? [{ testId: pair.baseTestId ?? pair.testId, branch }] : []
  })
  const some = alone.slice(0, MOST_TESTS)
  const runs = await readRunsOf(store, input, until, [...new Set(some.map(({ branch }) => branch))])
  const ids = new Set(some.map(({ testId }) => testId))
  const known = { ...tests, ids: tests.ids.filter((id) => ids.has(tests.currentId(id))) }
  const outcomes: Outcomes = await readOutcomes(store, runs, known)
  return (pair) => {
    const place = pastPlaceOf(pair)
    const branch = branchOf(place, errorOf(pair, input))
    return branch ? (outcomes.get(place) ?? []).filter(({ run }) => run.branch === branch) : []
  }
}

async function readRunsOf(
  { read, dialect }: Store,
  { head }: FailuresToJudge,
  until: number,
  branches: string[],
): Promise<Run[]> {
  if (branches.length === 0) return []
  return read
    .selectFrom('execution')
    .select(RUN_COLUMNS)
    .where('project_id', '=', head.project_id)
    .where('suite', '=', head.suite)
    .where('trust', '=', head.trust === 'local' ? 'local' : 'ci')
    .where('state', 'in', ['passed', 'failed'])
    .where('results_removed_at', 'is', null)
    .where(isOneOf(dialect, 'branch', branches))
    .where('started_at', '>=', windowOf(until).from)
    .where('started_at', '<', until)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_RUNS)
    .execute()
}
