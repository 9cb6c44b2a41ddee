import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { iso } from '../kernel/time.ts'
import { VERDICT } from '../store/tables.ts'
import { cleanPasses, type FailureEvidence, failedBefore } from './evidence/failure-evidence.ts'
import type { Outcome } from './evidence/outcomes.ts'
import { shownOf } from './verdict/draft-verdict.ts'
import type { judge } from './verdict/verdict.ts'

export type Verdict = z.input<typeof Comparison>['regressions'][number]['verdict']

/**
 * A verdict as the API returns it. A page shows only a few of thousands, so details are computed on
 * demand.
 */
export function describeVerdict(
  { evidence: all, rule, ...opinion }: ReturnType<typeof judge>,
  suspect: FailureEvidence,
  { baseUrl, historyUrl }: { baseUrl: string; historyUrl: Verdict['historyUrl'] },
): Verdict {
  let shown: ReturnType<typeof shownOf> | undefined
  let history: Verdict['history'] | undefined
  return {
    ...opinion,
    get basis() {
      return basisOf(rule, suspect)
    },
    get history() {
      history ??= historyOf(suspect.upTo)
      return history
    },
    get evidence() {
      shown ??= shownOf(all)
      return shown.evidence.map(({ what, run }) => ({
        what,
        execution: run.public_id,
        url: `${baseUrl}/executions/${run.public_id}`,
        branch: run.branch,
        startedAt: iso(run.started_at),
      }))
    },
    get evidenceTotals() {
      shown ??= shownOf(all)
      return shown.evidenceTotals
    },
    historyUrl,
  }
}

const basisOf = (rule: Verdict['basis']['rule'], suspect: FailureEvidence): Verdict['basis'] => ({
  rule,
  attempts: suspect.tries,
  branchRuns: 1 + failedBefore(suspect).length,
  cleanBaseRuns: cleanPasses(suspect).length,
  chanceFailures: suspect.oneOffs,
  alike: { tests: suspect.shared?.tests ?? 1, files: suspect.shared?.files ?? 1 },
  elsewhere: { failed: suspect.shared?.alike.length ?? 0, passed: suspect.shared?.calm.length ?? 0 },
})

function historyOf(outcomes: Outcome[]): Verdict['history'] {
  const of = (verdict: number) => outcomes.filter((outcome) => outcome.verdict === verdict).length
  return {
    runs: outcomes.length,
    passed: of(VERDICT.passed),
    failed: of(VERDICT.failed),
    flaky: of(VERDICT.flaky),
    get executions() {
      return outcomes.map(({ run }) => run.public_id)
    },
    get recent() {
      return outcomes.map(({ run, verdict }) => ({
        execution: run.public_id,
        status: STATUS_OF[verdict] ?? 'passed',
        startedAt: iso(run.started_at),
        branch: run.branch,
      }))
    },
  }
}

const STATUS_OF: Record<number, 'passed' | 'failed' | 'flaky'> = {
  [VERDICT.passed]: 'passed',
  [VERDICT.failed]: 'failed',
  [VERDICT.flaky]: 'flaky',
}
