import { causeOfError, type ErrorSign, SEARCHED, signOf } from '../../../results/results/error-sign.ts'
import type { Pair } from '../changes/read-changes.ts'
import type { Reason } from '../changes/read-reasons.ts'

/** An error that most failures of a run share. */
export interface DominatingError {
  /** Failures with that error. */
  alike: number
  error: ErrorSign
}

/** The error that most of these failures share, or null if no error dominates. */
export function errorOfMost(failures: Pair[], reasons: Map<number, Reason>): DominatingError | null {
  const bySign = new Map<string, DominatingError>()
  for (const { head } of failures) {
    const error = head?.reasonId == null ? null : signOfReason(reasons.get(head.reasonId))
    if (!error) continue
    const known = bySign.get(error.sign)
    if (known) known.alike++
    else bySign.set(error.sign, { alike: 1, error })
  }
  for (const most of bySign.values()) if (most.alike * 2 > failures.length) return most
  return null
}

export const signOfReason = (reason: Reason | undefined): ErrorSign | null =>
  reason?.kind === 'error' ? signOf(reason.fingerprint, reason.message.slice(0, SEARCHED)) : null

/** The cause of each side's error; null without one. Many failures share an error. */
export function makeCauseOf(reasons: Map<number, Reason>) {
  const causes = new Map<number, string | null>()
  return (side: Pair['head']): string | null => {
    const id = side?.reasonId ?? 0
    const known = causes.get(id)
    if (known !== undefined) return known
    const error = signOfReason(reasons.get(id))
    const cause = error && causeOfError(error)
    causes.set(id, cause)
    return cause
  }
}
