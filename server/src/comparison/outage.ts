import { type ErrorSign, SEARCHED, signOf } from '../executions/error-sign.ts'
import type { Run } from './outcomes.ts'
import type { Pair } from './read-changes.ts'
import type { Reason } from './read-reasons.ts'

/** A run that failed nearly whole, most of it with one error. */
export interface Outage {
  /** Failures with that error. */
  alike: number
  error: ErrorSign
  /** Runs of other branches at the same time in which several tests failed so. */
  elsewhere: Run[]
}

/** The error that most of these failures share, or null where they failed in several ways. */
export function errorOfMost(
  failures: Pair[],
  reasons: Map<number, Reason>,
): Pick<Outage, 'alike' | 'error'> | null {
  const found = new Map<string, { alike: number; error: ErrorSign }>()
  for (const { head } of failures) {
    const error = head?.reasonId == null ? null : signOfReason(reasons.get(head.reasonId))
    if (!error) continue
    const known = found.get(error.sign)
    if (known) known.alike++
    else found.set(error.sign, { alike: 1, error })
  }
  for (const most of found.values()) if (most.alike * 2 > failures.length) return most
  return null
}

export const signOfReason = (reason: Reason | undefined): ErrorSign | null =>
  reason?.kind === 'error' ? signOf(reason.fingerprint, reason.message.slice(0, SEARCHED)) : null

/** A system's error or a timeout; any other may as well be a helper's that the change broke. */
export const isOfMachine = ({ code, hasTimedOut }: ErrorSign): boolean => code !== null || hasTimedOut
