import { type FailOn, type Gated, gate } from '@svc/client/action'
import type { Thresholds } from './inputs.ts'
import type { Report } from './svc/report.ts'

/** The fields of a report that a gate reads. */
export type Judged = Gated &
  Pick<Report, 'totals'> & {
    execution: Pick<Report['execution'], 'project' | 'suite' | 'counts'>
  }

/** Why the step fails, in words; empty if it passes. */
export const judge = (reports: Judged[], failOn: FailOn, thresholds: Thresholds): string[] =>
  failOn === 'never'
    ? []
    : reports.flatMap((report) => {
        const name = `${report.execution.project} / ${report.execution.suite}`
        return [...gate(report, failOn), ...beyond(report, thresholds)].map((why) => `${name}: ${why}`)
      })

const beyond = ({ execution: { counts }, totals }: Judged, thresholds: Thresholds): string[] => {
  const { maxFailures, maxNewFlaky, maxSlower, minTests } = thresholds
  const failures = counts.failed + counts.errors
  const reasons: string[] = []
  if (maxFailures !== undefined && failures > maxFailures)
    reasons.push(`${failures} failures exceed max-failures: ${maxFailures}`)
  if (maxNewFlaky !== undefined && totals.newlyFlaky > maxNewFlaky)
    reasons.push(`${totals.newlyFlaky} newly flaky tests exceed max-new-flaky: ${maxNewFlaky}`)
  if (maxSlower !== undefined && totals.slower > maxSlower)
    reasons.push(`${totals.slower} slower tests exceed max-slower: ${maxSlower}`)
  if (minTests !== undefined && counts.total < minTests)
    reasons.push(`${counts.total} tests are fewer than min-tests: ${minTests}`)
  return reasons
}
