import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { iso } from '../../ground/kernel/time.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { cleanPasses, failedBefore } from './evidence/failure-evidence.ts'
import type { Outcome } from './evidence/outcomes.ts'
import { type DraftVerdict, shownOf } from './verdict/draft-verdict.ts'
import { findingAfterOthers, findingOfExperiments } from './verdict/experiment-finding.ts'
import type { Judged } from './verdict/verdict.ts'

export type Verdict = z.input<typeof Comparison>['regressions'][number]['verdict']

/**
 * A verdict as the API returns it. A page shows only a few of thousands, so details are computed on
 * demand.
 */
export function describeVerdict(
  { evidence: all, rule, ...opinion }: DraftVerdict,
  suspect: Judged['suspect'],
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
      history ??= historyOf(suspect.history.upTo)
      return history
    },
    get trials() {
      return trialsOf(suspect)
    },
    reach: suspect.reach,
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

const basisOf = (rule: Verdict['basis']['rule'], suspect: Judged['suspect']): Verdict['basis'] => ({
  rule,
  attempts: suspect.here.tries,
  branchRuns: 1 + failedBefore(suspect).length,
  cleanBaseRuns: cleanPasses(suspect).length,
  chanceFailures: suspect.oneOffs,
  alike: { tests: suspect.shared?.tests ?? 1, files: suspect.shared?.files ?? 1 },
  elsewhere: { failed: suspect.shared?.alike.length ?? 0, passed: suspect.shared?.calm.length ?? 0 },
})

function trialsOf(suspect: Judged['suspect']): Verdict['trials'] {
  // The verdict's sentence gives both: trials after other files, and trials of the file alone.
  const beside = findingAfterOthers(suspect)
  const found = beside ?? findingOfExperiments(suspect)
  const experiments = beside ? suspect.experiments?.neighbours : suspect.experiments
  if (!found || !experiments) return null
  const { base, machine, startedAt, headCommand, headCommit, after } = experiments
  return {
    finding: found.finding,
    head: { ...found.here, commit: headCommit, command: headCommand },
    base: base && {
      ...found.base,
      commit: base.sha,
      command: base.command,
      branch: base.branch,
      isCompared: base.isCompared,
    },
    after,
    machine,
    startedAt: iso(startedAt),
  }
}

function historyOf(outcomes: Outcome[]): Verdict['history'] {
  let recent: Verdict['history']['recent'] | undefined
  const of = (verdict: number) => outcomes.filter((outcome) => outcome.verdict === verdict).length
  return {
    runs: outcomes.length,
    passed: of(VERDICT.passed),
    failed: of(VERDICT.failed),
    flaky: of(VERDICT.flaky),
    get recent() {
      recent ??= outcomes.map(({ run, verdict }) => ({
        execution: run.public_id,
        status: STATUS_OF[verdict] ?? 'passed',
        startedAt: iso(run.started_at),
        branch: run.branch,
      }))
      return recent
    },
  }
}

const STATUS_OF: Record<number, 'passed' | 'failed' | 'flaky'> = {
  [VERDICT.passed]: 'passed',
  [VERDICT.failed]: 'failed',
  [VERDICT.flaky]: 'flaky',
}
