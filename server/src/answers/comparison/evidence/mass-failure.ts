import { MASS_FAILURE } from '../../../history/history/mass-failure-limits.ts'
import { isOfMachine } from '../../../results/results/error-sign.ts'
import { type DominatingError, errorOfMost, signOfReason } from './dominating-error.ts'
import type { FailuresToJudge, OfFailure } from './failures.ts'
import type { SharedFailure, SharedFailures } from './shared-errors.ts'

/** A run in which nearly all tests failed, most of them with the same error. */
export interface MassFailure extends DominatingError {
  /** Most of these tests fail on the base with an error of the same sign. */
  isOnBase: boolean
  /** Runs of other branches at that time in which most of these tests failed in the same way, or passed. */
  around: Pick<SharedFailure, 'alike' | 'witnesses' | 'calm'>
  /** This test's error is that of most tests, or both are of the machine. */
  isOwn: boolean
}

/** The run's mass failure as it concerns each failure; null if one error does not dominate the run. */
export function findMassFailure(
  input: FailuresToJudge,
  shared: SharedFailures,
): OfFailure<MassFailure | null> {
  const { head, failures, notCompared, reasons } = input
  const ran = head.passed + head.failed + head.flaky
  const isMass = ran >= MASS_FAILURE.leastTests && head.failed / ran >= MASS_FAILURE.share
  const most = isMass ? errorOfMost([...failures, ...notCompared], reasons) : null
  if (!most) return () => null
  const { error } = most
  const ofRun = { ...most, isOnBase: isOnBase(most, input), around: shared.ofMost(error) }
  return ({ head: side }) => {
    const own = signOfReason(reasons.get(side?.reasonId ?? 0))
    const isOwn = own !== null && (own.sign === error.sign || (isOfMachine(own) && isOfMachine(error)))
    return { ...ofRun, isOwn }
  }
}

/** True if most failures with the error of the mass failure are failures of the base with an error of the same sign. */
const isOnBase = ({ alike, error }: DominatingError, { failingOnBase, reasons }: FailuresToJudge) =>
  2 *
    failingOnBase.filter(({ base }) => signOfReason(reasons.get(base?.reasonId ?? 0))?.sign === error.sign)
      .length >
  alike
