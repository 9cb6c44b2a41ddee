import type { Store } from '../../../ground/store/open.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import { isOfMachine } from '../../../results/results/error-sign.ts'
import type { AttemptsHere } from './attempts-here.ts'
import { HISTORY_RUNS } from './base-runs.ts'
import { signOfReason } from './dominating-error.ts'
import { errorOf, type FailuresToJudge, type OfFailure, pastPlaceOf, placeOf } from './failures.ts'
import { hasPassed, type Outcome, type Outcomes, type Run, readOutcomes, type Tests } from './outcomes.ts'
import { markPassedAlone } from './passed-alone.ts'

/** A failed test in runs of the base branch's states. */
export interface History {
  /** Up to and including the base, newest first. */
  upTo: Outcome[]
  /** Between the base and the end of the head, oldest first. */
  since: Outcome[]
  /** The branch whose states the base and `upTo` are; null if runs name no branch. */
  baseBranch: string | null
  /** True for a run of a state of that branch, whichever branch its upload names. */
  isOfBase: (run: Run) => boolean
  /** Runs of the base branch in the day up to the base in which nearly everything failed, newest first. */
  wholeOnBase: Run[]
  /** How many failures of its file, this one included, passed in all recent base runs. */
  fresh: number
  /**
   * How many different errors have the run's failures that passed in all recent base runs; without errors that name a
   * machine.
   */
  freshErrors: number
  /** The same of those that passed here when they were run again alone. */
  freshAlone: number
  /** The same of those that failed alike in the newest base run, and passed in all before it. */
  brokenErrors: number
}

/** The outcomes of the failed tests on the base branch; `isOther` excludes runs of the head's own change. */
export async function readHistory(
  store: Store,
  input: FailuresToJudge,
  tests: Tests,
  isOther: (run: Run) => boolean,
  alone: AttemptsHere['alone'],
): Promise<OfFailure<History>> {
  const { history: runs, line, failures, tests: names } = input
  const [upTo, since] = await Promise.all([
    readNewest(store, runs.upTo, tests).then((outcomes) => markPassedAlone(store, outcomes, tests)),
    readOutcomes(store, runs.since.filter(isOther), tests),
  ])
  const states = new Set([...runs.upTo, ...runs.since, ...runs.whole].map((run) => run.id))
  const branch = {
    baseBranch: line.branch,
    isOfBase: (run: Run) => run.branch === line.branch || states.has(run.id),
    wholeOnBase: runs.whole,
  }
  const fileOf = (testId: number) => names.get(testId)?.file ?? ''
  const isFresh = (outcomes: Outcome[] = []) => outcomes.length > 0 && outcomes.every(hasPassed)
  const fresh = new Map<string, Set<number>>()
  const passedAlone = new Set(alone.map(({ test_id, leg_id }) => `${test_id}/${leg_id}`))
  const [errors, errorsAlone, errorsOnBase] = [new Set<string>(), new Set<string>(), new Set<string>()]
  for (const pair of failures) {
    const outcomes = upTo.get(pastPlaceOf(pair)) ?? []
    const error = errorOf(pair, input) ?? ''
    const sign = signOfReason(input.reasons.get(pair.head?.reasonId ?? 0))
    const isOfCode = sign !== null && !isOfMachine(sign)
    const [newest, ...older] = outcomes
    if (isOfCode && newest?.verdict === VERDICT.failed && newest.fingerprint === error && isFresh(older))
      errorsOnBase.add(error)
    if (!isFresh(outcomes)) continue
    const ofFile = fresh.get(fileOf(pair.testId)) ?? new Set()
    fresh.set(fileOf(pair.testId), ofFile.add(pair.testId))
    if (!isOfCode) continue
    errors.add(error)
    if (passedAlone.has(placeOf(pair))) errorsAlone.add(error)
  }
  return (pair) => ({
    ...branch,
    upTo: upTo.get(pastPlaceOf(pair)) ?? [],
    since: since.get(pastPlaceOf(pair)) ?? [],
    fresh: fresh.get(fileOf(pair.testId))?.size ?? 0,
    freshErrors: errors.size,
    freshAlone: errorsAlone.size,
    brokenErrors: errorsOnBase.size,
  })
}

/** The number of results that are looked up in older runs, to bound the cost of a run with many failures. */
const MOST_OLDER = 40_000

/**
 * The newest `HISTORY_RUNS` outcomes of each test in these runs, newest first. If runs leave tests out, those of a test
 * are older than those of the branch.
 */
async function readNewest(store: Store, runs: Run[], tests: Tests): Promise<Outcomes> {
  const newest = await readOutcomes(store, runs.slice(0, HISTORY_RUNS), tests)
  const complete = new Set<number>()
  for (const [place, outcomes] of newest)
    if (outcomes.length === HISTORY_RUNS) complete.add(Number(place.slice(0, place.indexOf('/'))))
  const ids = tests.ids.filter((id) => !complete.has(tests.currentId(id)))
  const most = Math.floor(MOST_OLDER / Math.max(1, ids.length))
  const older = await readOutcomes(store, runs.slice(HISTORY_RUNS).slice(0, most), { ...tests, ids })
  for (const [place, outcomes] of older)
    newest.set(place, [...(newest.get(place) ?? []), ...outcomes].slice(0, HISTORY_RUNS))
  return newest
}
