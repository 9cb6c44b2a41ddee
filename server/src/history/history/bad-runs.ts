import { FLAW, VERDICT } from '../../ground/store/tables.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import type { FailedOrFlaky } from '../../results/results/read-failed-or-flaky.ts'
import { MANY_FAILED } from './mass-failure-limits.ts'

/** A test that failed or flaked in a leg of an execution. */
export interface BadRun {
  legId: number
  testId: number
  /** Bits as in `FLAW`. */
  flaws: number
}

/**
 * The flaws of each test on each leg, by leg and test. Failures of an outage, of which `shared` has the errors, do not
 * count; what passed at a retry for reasons of its own still does.
 */
export function badRunsOf(
  execution: Pick<LockedExecution, 'passed' | 'failed' | 'flaky'>,
  bad: FailedOrFlaky[],
  legOf: ReadonlyMap<number, number>,
  shared: number[],
): BadRun[] {
  const ofOutage = new Set<number | null>(shared)
  // Failures of a run with an outage are no disagreement with other runs of its code, whatever they say.
  const isInOutage = shared.length > 0 || hasManyFailures(execution)
  const seen = new Map<number, Map<number, Seen>>()
  for (const { part, test_id, verdict, reason_id } of bad) {
    const legId = legOf.get(part) ?? 0
    const tests = seen.get(legId) ?? new Map<number, Seen>()
    seen.set(legId, tests)
    const of = tests.get(test_id) ?? { failed: false, retried: false, isOwn: false, isShared: false }
    tests.set(test_id, of)
    const isShared = ofOutage.has(reason_id)
    if (isShared) of.isShared = true
    if (verdict === VERDICT.failed) of.failed = true
    if (verdict === VERDICT.failed && !isShared) of.isOwn = true
    if (verdict === VERDICT.flaky && !isShared) of.retried = true
  }
  return [...seen]
    .flatMap(([legId, tests]) =>
      [...tests].map(([testId, of]) => ({ legId, testId, flaws: flawsOf(of, isInOutage) })),
    )
    .sort((a, b) => a.legId - b.legId || a.testId - b.testId)
}

interface Seen {
  failed: boolean
  retried: boolean
  /** It failed with an error that shows no outage. */
  isOwn: boolean
  /** It has an error that shows an outage. */
  isShared: boolean
}

const flawsOf = ({ failed, retried, isOwn, isShared }: Seen, isInOutage: boolean): number =>
  (failed ? FLAW.failed : 0) |
  (retried ? FLAW.retried : 0) |
  ((isShared && !isOwn) || (failed && isInOutage) ? FLAW.shared : 0)

/** True if so many tests failed that flakes of single tests do not explain it. */
const hasManyFailures = ({
  passed,
  failed,
  flaky,
}: Pick<LockedExecution, 'passed' | 'failed' | 'flaky'>): boolean =>
  failed >= MANY_FAILED.leastTests && failed >= MANY_FAILED.share * (passed + failed + flaky)
