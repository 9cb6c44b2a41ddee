import { MASS_FAILURE } from '../../history/mass-failure-limits.ts'
import { VERDICT } from '../../store/tables.ts'
import type { MassFailure } from './dominating-error.ts'
import type { EarlierFailure } from './earlier-failures.ts'
import type { Outcome, Run } from './outcomes.ts'
import type { SharedFailure } from './shared-errors.ts'

/** The number of the head's tests that ran, and the number that failed. */
export interface HeadCounts {
  ran: number
  failed: number
}

/** True if so many tests of a run failed that it says nothing about a single test. */
export const isMassFailure = ({ ran, failed }: HeadCounts): boolean =>
  ran >= MASS_FAILURE.leastTests && failed / ran >= MASS_FAILURE.share

/** The test of the base that has the same titles in another file, and that this head lacks. */
export interface MovedTest {
  file: string
  hasPassed: boolean
}

/** A test that fails on the base and is absent from the head. */
export interface GoneTest {
  hasSameTitles: boolean
  hasSameError: boolean
}

/** A failed test with all evidence about it. */
export interface FailureEvidence {
  /** What the base knows about it: a comparable result, only a skip, or no result. */
  onBase: 'ran' | 'skipped' | 'absent'
  failsOnBase: boolean
  flakedOnBase: boolean
  /** The fingerprint of its error; null if it failed without one. */
  fingerprint: string | null
  /** Null if one of the two failures has no error to compare. */
  sameErrorOnBase: boolean | null
  head: HeadCounts & { run: Run; endedAt: number }
  /** Runs of the base branch up to and including the base, newest first. */
  upTo: Outcome[]
  /** Runs of the base branch between the base and the end of the head, oldest first. */
  since: Outcome[]
  base: Run
  /** Runs of the base branch in the day up to the base in which nearly everything failed, newest first. */
  wholeOnBase: Run[]
  /** The runs up to the base that had the head's leg. */
  runsOfLeg: Run[]
  /** True if base and head are runs of exactly the same code. */
  sameCodeAsBase: boolean
  sightings: EarlierFailure[]
  /** Runs of other branches in which other tests flaked with this error. */
  flakedElsewhere: Run[]
  /** The number of runs of other branches in which it ran, in the days of `earlierFailures`. */
  ran: number
  /** Failed attempts in this run. */
  tries: number
  passedHere: boolean
  sameTree: Outcome[]
  /** Earlier runs of this branch, newest first. */
  before: Outcome[]
  /** Its outcomes on the other legs of this run. Each leg is a machine of its own. */
  otherLegs: Outcome[]
  /** Shards of its leg in each of which several tests failed with an error of its sign. */
  shards: number
  /**
   * Its outcomes in other changes that contain an untested commit of the base branch; null without such a
   * commit.
   */
  untested: { sha: string; outcomes: Outcome[] } | null
  /** True if the base's result belongs to another test of the same name. */
  isMoved: boolean
  /** Runs of the base branch in which others of the same name failed with this error, newest first. */
  namesakes: Run[]
  /** Its error and its occurrences elsewhere at the time; null if it failed without one. */
  shared: SharedFailure | null
  /** Tests that failed with its error in this run, this one included, and never flaked with it. */
  soundAlike: number
  /** Runs of other branches, in the days of the sightings, in which any test had its error. */
  errorElsewhere: Run[]
  /** When the first of those runs started, milliseconds; infinite without any. */
  errorSince: number
  /** How often any test began to fail with its error on the base branch, up to the base. */
  errorEpisodes: number
  /** An estimate of how many tests of a base run fail for the first time by chance. */
  oneOffs: number
  /** How many failures of its file, this one included, passed in all recent base runs. */
  fresh: number
  /** The failed tests of the base that are missing in this head and that may be this test. */
  gone: GoneTest[]
  /**
   * The file in which the base has a test with the same titles that this head lacks; null unless
   * there is exactly one.
   */
  movedFrom: MovedTest | null
  /** Failing tests of the base that have its error, in any file. */
  failingSo: number
  /**
   * The mass failure of the run; `isOwn` is true if this test's error is that of most tests, or both are of the
   * machine.
   */
  massFailure: (MassFailure & { isOwn: boolean }) | null
  /** The base's leg if it differs from the head's. */
  otherLeg: string | null
}

export const hasPassed = ({ verdict }: Outcome) => verdict === VERDICT.passed
export const hasFlaked = ({ verdict }: Outcome) => verdict === VERDICT.flaky
export const hasFailed = ({ verdict }: Outcome) => verdict === VERDICT.failed

/** Only fingerprints distinguish two errors; if one is missing, the errors may be the same. */
export const isLike =
  ({ fingerprint }: FailureEvidence) =>
  (other: { fingerprint: string | null }): boolean =>
    fingerprint === null || other.fingerprint === null || fingerprint === other.fingerprint

/** Consecutive failed runs with one error. */
export function episodes(outcomes: Outcome[], isSame: (outcome: Outcome) => boolean): Outcome[][] {
  const groups: Outcome[][] = []
  let isOpen = false
  for (const outcome of outcomes) {
    const counts = hasFailed(outcome) && isSame(outcome)
    if (counts && isOpen) groups.at(-1)?.push(outcome)
    else if (counts) groups.push([outcome])
    isOpen = counts
  }
  return groups
}

/** Earlier runs of this branch, newest first, back to the last in which it did not fail like this. */
export function failedBefore(suspect: FailureEvidence): Outcome[] {
  const isSame = isLike(suspect)
  const firstOther = suspect.before.findIndex((outcome) => !(hasFailed(outcome) && isSame(outcome)))
  return firstOther < 0 ? suspect.before : suspect.before.slice(0, firstOther)
}

/** The other legs of this run on which it failed like this. */
export const failedOnLegs = (suspect: FailureEvidence): Outcome[] =>
  suspect.otherLegs.filter((outcome) => hasFailed(outcome) && isLike(suspect)(outcome))

/**
 * Base runs that passed it at the first attempt after its last failure there with this error: that
 * failure was fixed.
 */
export function cleanPasses(suspect: FailureEvidence): Outcome[] {
  const { upTo } = suspect
  const isSame = isLike(suspect)
  const lastOfKind = upTo.findIndex((outcome) => hasFailed(outcome) && isSame(outcome))
  return (lastOfKind < 0 ? upTo : upTo.slice(0, lastOfKind)).filter(hasPassed)
}
