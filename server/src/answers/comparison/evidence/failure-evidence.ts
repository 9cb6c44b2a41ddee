import { VERDICT } from '../../../ground/store/tables.ts'
import { MASS_FAILURE } from '../../../history/history/mass-failure-limits.ts'
import { LEAST_TESTS } from '../../../results/results/error-sign.ts'
import type { Here } from './attempts-here.ts'
import type { OwnBranch } from './branch-runs.ts'
import type { Compared, HeadCounts } from './compare-with-base.ts'
import type { Elsewhere } from './elsewhere.ts'
import type { Experiments } from './experiments.ts'
import type { Flakes } from './flakes.ts'
import type { FormerTests } from './gone-tests.ts'
import type { History } from './history.ts'
import type { Lineage } from './lineage.ts'
import type { MassFailure } from './mass-failure.ts'
import { hasPassed, type Outcome, type Run } from './outcomes.ts'
import type { Reach } from './reach.ts'
import type { SharedFailure } from './shared-errors.ts'
import type { TriedAlike } from './tried-alike.ts'
import type { Untested } from './untested-base.ts'

/** True if so many tests failed that passed on the base that flakes of single tests do not explain the run. */
export const isWholeRun = ({ ran, broke }: HeadCounts): boolean =>
  broke >= LEAST_TESTS && broke >= ran * MASS_FAILURE.share

/** What each source of evidence says about one failed test. */
export interface Sources {
  /** Its result on the base. */
  compared: Compared
  /** Its attempts in this run. */
  here: Here
  /** Its outcomes on the other legs of this run. Each leg is a machine of its own. */
  otherLegs: Outcome[]
  /** Its outcomes in other runs of its branch and of its code. */
  own: OwnBranch
  /** Its outcomes on the base branch. */
  history: History
  /** The runs up to the base that had the head's leg. */
  runsOfLeg: Run[]
  /** Its failures on other branches. */
  flakes: Flakes
  /** Occurrences of its error on other branches, in any test. */
  elsewhere: Elsewhere
  /** Its error in this run and elsewhere at the time; null if it failed without one. */
  shared: SharedFailure | null
  /** Tests that failed with an error of its cause in one of the two runs only, and passed in the other. */
  struckOnce: number
  /** The mass failure of the run; null if most tests passed or no error dominates. */
  massFailure: MassFailure | null
  /** Its outcomes in other changes with an untested commit of the base branch; null without such a commit. */
  untested: Untested | null
  /** Runs of the base branch in which others of the same name failed with its error, newest first. */
  namesakes: Run[]
  /** An estimate of how many tests of a base run fail for the first time by chance. */
  oneOffs: number
  /** How many times its usual duration the run took on its leg; 1 if that is not known. */
  pace: number
  /** Its outcomes on the only other branch that failed like this, newest first; none if several branches did. */
  soleBranch: Outcome[]
  /** From which states of the base branch the runs of other branches at the time come. */
  lineage: Lineage
  /** Its trials alone, here and on the base; null without one on this code. */
  experiments: Experiments | null
  /** Whether the change can reach it by imports; null if its imports or the changed files are not known. */
  reach: Reach | null
  /** How many tests with its error were tried alone; null if none or all were. */
  triedAlike: TriedAlike | null
  /** Tests of the base that it may have been under another name. */
  former: FormerTests
}
export type SourceName = keyof Sources

/** The evidence about one failed test from these sources. */
export type Evidence<S extends SourceName = SourceName> = Pick<Sources, S>

export { hasPassed }
export const hasPassedAlone = ({ isAlone }: Outcome) => isAlone === true
export const hasFlaked = ({ verdict }: Outcome) => verdict === VERDICT.flaky
export const hasFailed = ({ verdict }: Outcome) => verdict === VERDICT.failed

/** Only fingerprints distinguish two errors; if one is missing, the errors may be the same. */
export const isLike =
  ({ compared: { fingerprint } }: Evidence<'compared'>) =>
  (other: { fingerprint: string | null }): boolean =>
    fingerprint === null || other.fingerprint === null || fingerprint === other.fingerprint

/** Series of failed runs with one error, without a pass in between: an outage or another break may hide the error for a while. */
export function episodes(outcomes: Outcome[], isSame: (outcome: Outcome) => boolean): Outcome[][] {
  const groups: Outcome[][] = []
  let isOpen = false
  for (const outcome of outcomes) {
    const counts = hasFailed(outcome) && isSame(outcome)
    if (counts && isOpen) groups.at(-1)?.push(outcome)
    else if (counts) groups.push([outcome])
    isOpen = counts || (isOpen && hasFailed(outcome))
  }
  return groups
}

/** Earlier runs of this branch, newest first, back to the last in which it did not fail like this. */
export function failedBefore(suspect: Evidence<'compared' | 'own'>): Outcome[] {
  const { before } = suspect.own
  const isSame = isLike(suspect)
  const firstOther = before.findIndex((outcome) => !(hasFailed(outcome) && isSame(outcome)))
  return firstOther < 0 ? before : before.slice(0, firstOther)
}

/** The other legs of this run on which it failed like this. */
export const failedOnLegs = (suspect: Evidence<'compared' | 'otherLegs'>): Outcome[] =>
  suspect.otherLegs.filter((outcome) => hasFailed(outcome) && isLike(suspect)(outcome))

/**
 * Base runs that passed it at the first attempt after its last failure there with this error: that
 * failure was fixed.
 */
export function cleanPasses(suspect: Evidence<'compared' | 'history'>): Outcome[] {
  const { upTo } = suspect.history
  const isSame = isLike(suspect)
  const lastOfKind = upTo.findIndex((outcome) => hasFailed(outcome) && isSame(outcome))
  return (lastOfKind < 0 ? upTo : upTo.slice(0, lastOfKind)).filter(hasPassed)
}
