import { setOutput } from '@actions/core'
import { countNewFailures, type Tally } from '@svc/client/action'
import { CONCLUSION_KINDS } from '@svc/protocol'
import type { Execution } from './svc/executions.ts'
import type { Report } from './svc/report.ts'

interface More {
  /** Expected number of executions; default: the number of executions. */
  expected?: number
  /** Counts of this job alone; used if the executions do not have them. */
  tally?: Tally
  commentUrl?: string
  journals?: string
}

/** Sets the outputs of the step. */
export const setOutputs = (values: Record<string, string>): void => {
  for (const [name, value] of Object.entries(values)) setOutput(name, value)
}

/** Returns the outputs of the step as texts; counts are sums over all executions, and empty if unknown. */
export const outputsOf = (
  executions: Execution[],
  reports: Report[],
  { expected = executions.length, tally, commentUrl, journals }: More,
): Record<string, string> => {
  const [first] = executions
  const isKnown = executions.length > 0 && executions.length >= expected
  const isJudged = reports.length > 0 && reports.length >= expected
  const isCompared = isJudged && reports.some(({ hasBase }) => hasBase)
  const sum = (name: 'passed' | 'failed' | 'flaky' | 'skipped' | 'errors') =>
    executions.reduce((all, { counts }) => all + counts[name], 0)
  const count = (name: 'passed' | 'failed' | 'flaky' | 'skipped', alsoErrors = false) => {
    if (tally) return String(tally[name] + (alsoErrors ? tally.errors : 0))
    return isKnown ? String(sum(name) + (alsoErrors ? sum('errors') : 0)) : ''
  }
  const total = (countOf: (report: Report) => number) =>
    isCompared ? String(reports.reduce((all, report) => all + countOf(report), 0)) : ''
  const list = executions.map(({ id, url, project, suite, state }) => {
    const report = reports.find(({ execution }) => execution.id === id)
    return { id, url, project, suite, state, verdict: report?.verdict ?? '' }
  })
  return {
    'execution-id': first?.id ?? '',
    'execution-url': first?.url ?? '',
    executions: JSON.stringify(list),
    passed: count('passed'),
    failed: count('failed', true),
    flaky: count('flaky'),
    skipped: count('skipped'),
    regressions: total(({ totals }) => totals.regressions),
    mine: total(({ totals }) => totals.mine),
    // The same count as the gate new-failures.
    'new-failures': total(countNewFailures),
    'failing-new-tests': total(({ totals }) => totals.newFailures),
    verdict: isJudged
      ? worst(
          reports.map(({ verdict }) => verdict),
          CONCLUSION_KINDS,
        )
      : '',
    state: isKnown
      ? worst(
          executions.map(({ state }) => state),
          STATES,
        )
      : '',
    'comment-url': commentUrl ?? '',
    journals: journals ?? '',
  }
}

/** Worst first; the worst of several executions counts. */
const STATES = ['failed', 'incomplete', 'cancelled', 'running', 'passed']

const worst = (words: string[], order: readonly string[]) =>
  order.find((word) => words.includes(word)) ?? words[0] ?? ''
