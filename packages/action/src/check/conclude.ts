import type { Conclusion } from '../github/checks.ts'
import type { Report } from '../svc/report.ts'

type Judged = Pick<Report, 'verdict' | 'waitingFor'> & { execution: Pick<Report['execution'], 'state'> }

/** The worst first: it speaks for all suites of a project. */
const WORST_FIRST = ['mine', 'incomplete', 'unknown', 'no-base-failed', 'not-mine', 'passed']

/** GitHub lets a merge through on success and neutral: only what this change broke, or a run that was cut off, blocks. */
const CONCLUSIONS: Record<string, Conclusion> = {
  mine: 'failure',
  incomplete: 'cancelled',
  passed: 'success',
}

/** Reports in the order in which they concern whoever made the change. */
export const worstFirst = <T extends Judged>(reports: T[]): T[] => {
  const rankOf = ({ verdict }: T) => {
    const rank = WORST_FIRST.indexOf(verdict)
    return rank < 0 ? WORST_FIRST.indexOf('unknown') : rank
  }
  return [...reports].sort((a, b) => rankOf(a) - rankOf(b))
}

/** Whether any of them may change by itself yet. */
export const isRunning = (reports: Judged[]): boolean =>
  reports.some(({ execution, waitingFor }) => execution.state === 'running' || waitingFor.length > 0)

/**
 * What a check of these suites is concluded with; undefined while it is in progress. That is only where somebody is
 * known to come who ends it: else what is known so far counts, and a later job puts it right.
 */
export const conclude = (reports: Judged[], isAwaited: boolean): Conclusion | undefined => {
  const [worst] = worstFirst(reports)
  const conclusion = CONCLUSIONS[worst?.verdict ?? ''] ?? 'neutral'
  if (!isRunning(reports)) return conclusion
  if (isAwaited) return undefined
  return conclusion === 'failure' ? 'failure' : 'neutral'
}
