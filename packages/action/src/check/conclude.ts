import type { Conclusion } from '../github/checks.ts'
import type { Report } from '../svc/report.ts'

type Judged = Pick<Report, 'verdict' | 'waitingFor'> & { execution: Pick<Report['execution'], 'state'> }

/** Worst first; the worst suite determines the check of a project. */
const WORST_FIRST = ['mine', 'incomplete', 'unknown', 'no-base-failed', 'not-mine', 'passed']

/** GitHub allows a merge on success and neutral, so only broken tests of this change and interrupted runs block it. */
const CONCLUSIONS: Record<string, Conclusion> = {
  mine: 'failure',
  incomplete: 'cancelled',
  passed: 'success',
}

/** Sorts reports by their importance for the author of the change. */
export const worstFirst = <T extends Judged>(reports: T[]): T[] => {
  const rankOf = ({ verdict }: T) => {
    const rank = WORST_FIRST.indexOf(verdict)
    return rank < 0 ? WORST_FIRST.indexOf('unknown') : rank
  }
  return [...reports].sort((a, b) => rankOf(a) - rankOf(b))
}

/** True if any of them may still change. */
export const isRunning = (reports: Judged[]): boolean =>
  reports.some(({ execution, waitingFor }) => execution.state === 'running' || waitingFor.length > 0)

/**
 * Returns the conclusion of a check of these suites; undefined while it is in progress. A check stays in progress only if
 * a later job will conclude it; otherwise the current results count, and a later job may correct them.
 */
export const conclude = (reports: Judged[], isAwaited: boolean): Conclusion | undefined => {
  const [worst] = worstFirst(reports)
  const conclusion = CONCLUSIONS[worst?.verdict ?? ''] ?? 'neutral'
  if (!isRunning(reports)) return conclusion
  if (isAwaited) return undefined
  return conclusion === 'failure' ? 'failure' : 'neutral'
}
