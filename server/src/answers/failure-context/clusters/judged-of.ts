import { isExplained } from '@svc/protocol'
import { reachOfAll, withoutReach } from '../../comparison/reach-sentence.ts'
import type { Verdict } from '../../pull-requests/outline.ts'
import type { ClusterFailure, FailureCluster } from './cluster-failures.ts'
import type { Judged } from './draft.ts'

/** The verdict of a cluster's most urgent failure, or why it has none; null if nothing was judged. */
export function judgedOf({ failures, topic }: FailureCluster): Judged | null {
  const [first] = failures
  if (!first || topic === 'no-base' || topic === 'flaky') return null
  const ofTopic = failures.find(
    ({ verdict }) => verdict !== null && (first.verdict !== null || !isExplained(verdict.kind)),
  )
  if (!ofTopic?.verdict) return withoutVerdict(first)
  return toJudged(
    withReachOfAll(
      ofTopic.verdict,
      failures.flatMap(({ verdict }) => verdict ?? []),
    ),
  )
}

/** What one test's file imports says nothing of the others. */
function withReachOfAll(verdict: Verdict, all: Verdict[]): Verdict {
  const own = JSON.stringify(verdict.reach)
  return {
    ...verdict,
    because: [withoutReach(verdict), reachOfAll(all)].filter(Boolean).join(' '),
    reach: all.every(({ reach }) => JSON.stringify(reach) === own) ? verdict.reach : null,
  }
}

const toJudged = ({
  kind,
  because,
  basis,
  missing,
  history,
  flakiness,
  evidence,
  trials,
  reach,
}: Verdict): Judged => ({
  kind,
  because,
  rule: basis.rule,
  missing,
  history: {
    runs: history.runs,
    passed: history.passed,
    failed: history.failed,
    flaky: history.flaky,
  },
  branches: [...Map.groupBy(history.recent, ({ branch }) => branch)]
    .map(([branch, runs]): [string | null, number] => [branch, runs.length])
    .sort((one, other) => other[1] - one[1]),
  flakiness: flakiness && { rate: flakiness.rate, runs: flakiness.runs, of: flakiness.of },
  evidence: evidence.map(({ what, execution, branch }) => ({ what, execution, branch })),
  reach,
  repeat: trials && { head: trials.head.command, ...(trials.base && { base: trials.base.command }) },
})

/** Verdicts judge only tests that the base can be compared with. */
function withoutVerdict({ kind, notCompared }: ClusterFailure): Judged {
  const nothing = {
    history: { runs: 0, passed: 0, failed: 0, flaky: 0 },
    branches: [],
    flakiness: null,
    evidence: [],
    repeat: null,
    reach: null,
  }
  if (notCompared) {
    const { reason, missing } = notCompared
    const because = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}.`
    return { ...nothing, kind: 'unknown', rule: 'not-compared', because, missing }
  }
  return kind === 'still-failing'
    ? {
        ...nothing,
        kind: 'base-is-broken',
        rule: 'outside-tests',
        because: 'The base has this error outside tests, too.',
        missing: null,
      }
    : {
        ...nothing,
        kind: 'unknown',
        rule: 'outside-tests',
        because: 'It failed outside any test, and the base does not have this error.',
        missing: 'a run without this change that has the error, or a rerun of this code without it',
      }
}
