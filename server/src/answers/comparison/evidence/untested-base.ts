import type { Store } from '../../../ground/store/open.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import { containsCommit, readAncestors } from '../../../results/commits/commit-graph.ts'
import { isQueue } from '../base/queued.ts'
import type { Pair } from '../changes/read-changes.ts'
import { fingerprintOf } from '../changes/read-reasons.ts'
import { errorOf, type FailuresToJudge, type OfFailure, pastPlaceOf } from './failures.ts'
import { type Outcome, type Outcomes, RUN_COLUMNS, type Run, readOutcomes, type Tests } from './outcomes.ts'
import { containing, MOST_COMMITS, readOwnRuns, shasOf } from './same-change.ts'

/** The number of runs since the base to read, and of those that contain the commit. */
const MOST_RUNS = 100
const MOST_CONTAINING = 10
/** Of more untested commits in a row, the newest alone is looked at. */
const MOST_UNTESTED = 20

/**
 * The newest untested commit of the base branch, or the base's own if the test failed there with another error, and
 * outcomes in runs that contain it or an untested commit before it, newest first.
 */
export interface Untested {
  sha: string
  /** Of other changes. */
  outcomes: Outcome[]
  /** Of earlier runs of this change. */
  own: Outcome[]
  /** How many of the untested commits a run contains, counted from the oldest. */
  depth: (run: Run) => number
  /**
   * True for a run of a change upon a newer state of the base branch, which may have mended what the commit broke. A run
   * of a newer state itself is not one: the branch was sound before the commit and after it.
   */
  isNewer: (run: Run) => boolean
  /** True for a run that is known to contain the newest of them. */
  isWith: (run: Run) => boolean
  /** True for a run that is known to lack the commit, or is older than a base's run that lacks it. */
  isWithout: (run: Run) => boolean
}

/**
 * The outcomes of the failed tests in other runs that contain the untested commit of the base branch, if there is one.
 * If that commit broke a test, it fails in those runs as well. A base that failed with another error, such as that of
 * an outage, does not show whether its commit broke the test.
 */
export async function readUntested(
  store: Store,
  input: FailuresToJudge,
  tests: Tests,
  until: number,
): Promise<OfFailure<Untested | null>> {
  const isHidden = (pair: Pair) => input.untested === null && failedOtherwise(pair, input)
  const sha = input.untested ?? (input.failures.some(isHidden) ? input.base.tested_sha : null)
  if (sha === null) return () => null
  const { outcomes, isOwn, ...states } = await readWithCommit(store, input, sha, until, tests)
  return (pair) => {
    if (input.untested === null && !isHidden(pair)) return null
    const { own = [], others = [] } = Object.groupBy(outcomes.get(pastPlaceOf(pair)) ?? [], ({ run }) =>
      isOwn(run) ? 'own' : 'others',
    )
    return { sha, outcomes: others, own, ...states }
  }
}

function failedOtherwise(pair: Pair, input: FailuresToJudge): boolean {
  if (pair.base?.verdict !== VERDICT.failed || pair.baseRun) return false
  const [before, now] = [fingerprintOf(pair.base, input.reasons), errorOf(pair, input)]
  return before !== null && now !== null && before !== now
}

async function readWithCommit(
  store: Store,
  { head, base, history, line }: FailuresToJudge,
  untested: string,
  until: number,
  tests: Tests,
): Promise<
  { outcomes: Outcomes; isOwn: (run: Run) => boolean } & Pick<
    Untested,
    'depth' | 'isNewer' | 'isWith' | 'isWithout'
  >
> {
  const runs = await store.read
    .selectFrom('execution')
    .select([...RUN_COLUMNS, 'merge_base_sha'])
    .where('project_id', '=', head.project_id)
    .where('suite', '=', head.suite)
    .where('trust', '=', head.trust === 'local' ? 'local' : 'ci')
    .where('state', 'in', ['passed', 'failed'])
    .where('results_removed_at', 'is', null)
    .where('started_at', '>', base.started_at)
    .where('started_at', '<', until)
    .where('id', '<>', head.id)
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_RUNS)
    .execute()
  const [own, known] = await Promise.all([
    readOwnRuns(store, head, base, runs),
    readAncestors(store, head.project_id, [...new Set([untested, ...runs.flatMap(shasOf)])], MOST_COMMITS),
  ])
  const isOwn = (run: Run) => run.branch === head.branch || own.has(run.id)
  const depths = new Map<number, number>()
  const commits = untestedSince(line.commit ?? base.tested_sha, untested, known)
  for (const commit of commits) {
    const shas = containing(new Set([commit]), known, runs)
    for (const run of runs)
      if (shasOf(run).some((sha) => shas.has(sha))) depths.set(run.id, (depths.get(run.id) ?? 0) + 1)
  }
  const depth = (run: Run) => depths.get(run.id) ?? 0
  const isWith = (run: Run) => depth(run) === commits.length
  const states = new Set(history.since.map((run) => run.id))
  const isState = (run: Run) => run.branch === line.branch || states.has(run.id) || isQueue(run.branch)
  const tips = runs.flatMap((run) =>
    isState(run) ? run.tested_sha : [run.merge_base_sha, mergedWith(run, known)],
  )
  const newer = containing(statesAfter(untested, tips, known), known, runs)
  const isNewer = (run: Run) => !isState(run) && shasOf(run).some((sha) => newer.has(sha))
  // Runs with newer states prove less, so that they must not hide the others.
  const some = (areOwn: boolean, areWith: boolean) =>
    runs
      .filter((run) => depth(run) > 0 && isOwn(run) === areOwn && isWith(run) === areWith)
      .sort((one, other) => Number(isNewer(one)) - Number(isNewer(other)))
      .slice(0, MOST_CONTAINING)
  const read = [...some(false, true), ...some(false, false), ...some(true, true), ...some(true, false)]
  return {
    outcomes: await readOutcomes(store, read, tests),
    isOwn,
    depth,
    isNewer,
    isWith,
    isWithout: (run) =>
      (untested !== base.tested_sha && run.started_at < base.started_at) ||
      shasOf(run).every((sha) => containsCommit(sha, untested, known) === false),
  }
}

/** The untested commits after the base up to the newest one, or this alone if the way between is not known. */
function untestedSince(base: string | null, newest: string, known: Map<string, string[]>): string[] {
  const way: string[] = []
  for (let sha: string | undefined = newest; sha !== undefined; ) {
    if (sha === base) return way.length > 0 ? way : [newest]
    if (way.length === MOST_UNTESTED) break
    way.push(sha)
    sha = known.get(sha)?.[0]
  }
  return [newest]
}

/** The base branch's side of a tested merge. */
const mergedWith = ({ tested_sha, head_sha }: Run, known: Map<string, string[]>): string | null => {
  const [first, second] = known.get(tested_sha ?? '') ?? []
  return first !== undefined && second !== undefined && second === head_sha ? first : null
}

/** The states of the base branch after a commit of it, on the ways from these states back to it. */
function statesAfter(commit: string, tips: (string | null)[], known: Map<string, string[]>): Set<string> {
  const after = new Set<string>()
  for (const tip of new Set(tips)) {
    const way: string[] = []
    let sha = tip ?? undefined
    while (sha !== undefined && sha !== commit && way.length < MOST_COMMITS) {
      way.push(sha)
      sha = known.get(sha)?.[0]
    }
    if (sha === commit) for (const each of way) after.add(each)
  }
  return after
}
