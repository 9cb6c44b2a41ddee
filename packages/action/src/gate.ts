import type { FailOn, Thresholds } from './inputs.ts'
import type { Report } from './svc/report.ts'

type Judged = Pick<Report, 'totals' | 'hasBase'> & {
  execution: Pick<Report['execution'], 'project' | 'suite' | 'state' | 'counts'>
}

/** Why the step fails, in words; empty where it does not. */
export const judge = (reports: Judged[], failOn: FailOn, thresholds: Thresholds): string[] =>
  failOn === 'never'
    ? []
    : reports.flatMap((report) => {
        const name = `${report.execution.project} / ${report.execution.suite}`
        return [...RULES[failOn](report), ...beyond(report, thresholds)].map((why) => `${name}: ${why}`)
      })

const RULES: Record<Exclude<FailOn, 'never'>, (report: Judged) => string[]> = {
  /** What this change broke, as far as is known: tests, new ones that fail, and what fails outside tests. */
  regressions: ({ totals: { mine, unknown, errors } }) =>
    said(mine + unknown + errors, 'failure', ' by this change, or perhaps by it'),
  /** Whatever fails and did not on the base, known flakes too; where there is nothing to compare with, all that fails. */
  'new-failures': ({ totals, hasBase, execution: { counts } }) =>
    said(
      hasBase
        ? totals.regressions + totals.newFailures + totals.failuresNotCompared + totals.errors
        : counts.failed + counts.errors,
      'new failure',
    ),
  failures: ({ execution: { counts, state } }) => {
    const failures = said(counts.failed + counts.errors, 'failure')
    return failures.length === 0 && state === 'failed' ? ['the run failed, though no test did'] : failures
  },
}

const beyond = ({ execution: { counts }, totals }: Judged, thresholds: Thresholds): string[] => {
  const { maxFailures, maxNewFlaky, maxSlower, minTests } = thresholds
  const failures = counts.failed + counts.errors
  const found: string[] = []
  if (maxFailures !== undefined && failures > maxFailures)
    found.push(`${failures} failures, and max-failures is ${maxFailures}`)
  if (maxNewFlaky !== undefined && totals.newlyFlaky > maxNewFlaky)
    found.push(`${totals.newlyFlaky} newly flaky tests, and max-new-flaky is ${maxNewFlaky}`)
  if (maxSlower !== undefined && totals.slower > maxSlower)
    found.push(`${totals.slower} slower tests, and max-slower is ${maxSlower}`)
  if (minTests !== undefined && counts.total < minTests)
    found.push(`${counts.total} tests, and min-tests is ${minTests}`)
  return found
}

const said = (count: number, what: string, more = ''): string[] =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}${more}`]
