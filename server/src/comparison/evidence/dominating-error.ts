import { type ErrorSign, SEARCHED, signOf } from '../../results/error-sign.ts'
import type { Pair } from '../changes/read-changes.ts'
import type { Reason } from '../changes/read-reasons.ts'
import type { SharedFailure } from './shared-errors.ts'

/** A run in which nearly all tests failed, most of them with the same error. */
export interface MassFailure {
  /** Failures with that error. */
  alike: number
  error: ErrorSign
  /** Most of these tests fail on the base with an error of the same sign. */
  isOnBase: boolean
  /** Runs of other branches at that time in which most of these tests failed in the same way, or passed. */
  around: Pick<SharedFailure, 'alike' | 'witnesses' | 'calm'>
}

/** The error that most of these failures share, or null if no error dominates. */
export function errorOfMost(
  failures: Pair[],
  reasons: Map<number, Reason>,
): Pick<MassFailure, 'alike' | 'error'> | null {
  const bySign = new Map<string, { alike: number; error: ErrorSign }>()
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
