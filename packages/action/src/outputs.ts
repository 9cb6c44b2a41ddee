import type { Execution } from './svc/executions.ts'
import type { Report } from './svc/report.ts'

/** What later steps and jobs read, as texts; counts are sums over all executions. */
export const outputsOf = (
  executions: Execution[],
  reports: Report[],
  more: { commentUrl?: string; journals?: string },
): Record<string, string> => {
  const [first] = executions
  const sum = (count: (execution: Execution) => number) =>
    String(executions.reduce((total, each) => total + count(each), 0))
  const total = (name: 'regressions' | 'mine' | 'newFailures') =>
    String(reports.reduce((all, { totals }) => all + totals[name], 0))
  const list = executions.map(({ id, url, project, suite, state }) => {
    const report = reports.find(({ execution }) => execution.id === id)
    return { id, url, project, suite, state, verdict: report?.verdict ?? '' }
  })
  return {
    'execution-id': first?.id ?? '',
    'execution-url': first?.url ?? '',
    executions: JSON.stringify(list),
    passed: sum(({ counts }) => counts.passed),
    failed: sum(({ counts }) => counts.failed + counts.errors),
    flaky: sum(({ counts }) => counts.flaky),
    skipped: sum(({ counts }) => counts.skipped),
    regressions: total('regressions'),
    mine: total('mine'),
    'new-failures': total('newFailures'),
    verdict: worst(
      reports.map(({ verdict }) => verdict),
      VERDICTS,
    ),
    state: worst(
      executions.map(({ state }) => state),
      STATES,
    ),
    'comment-url': more.commentUrl ?? '',
    journals: more.journals ?? '',
  }
}

/** The worst first: of several executions the worst is told. */
const VERDICTS = ['mine', 'unknown', 'no-base-failed', 'incomplete', 'not-mine', 'passed']
const STATES = ['failed', 'incomplete', 'cancelled', 'running', 'passed']

const worst = (words: string[], order: string[]) =>
  order.find((word) => words.includes(word)) ?? words[0] ?? ''
