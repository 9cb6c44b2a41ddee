import type { Store } from '../../../ground/store/open.ts'
import { readMachineSpeed } from '../timing/machine-speed.ts'
import { HISTORY_RUNS } from './base-runs.ts'
import { signOfReason } from './dominating-error.ts'
import type { FailuresToJudge, OfFailure } from './failures.ts'

/**
 * How many times its usual duration the run took on the failure's leg; 1 if that is not known. Durations are read only
 * if a test timed out, because no other failure depends on them.
 */
export async function readPace(store: Store, input: FailuresToJudge): Promise<OfFailure<number>> {
  const { head, failures, history, reasons } = input
  const hasTimedOut = failures.some(
    (pair) => signOfReason(reasons.get(pair.head?.reasonId ?? 0))?.hasTimedOut,
  )
  if (!hasTimedOut) return () => 1
  const pace = await readMachineSpeed(store, head, history.upTo.slice(0, HISTORY_RUNS))
  return ({ legId }) => pace.of(head, legId)
}
