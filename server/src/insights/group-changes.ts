import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import type { ExecutionRow } from '../executions/summary.ts'
import type { Context } from '../kernel/context.ts'
import { VERDICT } from '../store/tables.ts'
import { readFailedElsewhere, readPassedHere } from './head-evidence.ts'
import { noHistory, readBaseRuns, readHistories, type TestHistory } from './history.ts'
import { type Outlier, outlier } from './performance.ts'
import type { Pair, SideRow } from './read-changes.ts'
import { readReasons, readTests, type TestName } from './read-names.ts'
import { isOutage, judge } from './verdict.ts'

type Answer = z.input<typeof Comparison>
type Change = Answer['improvements'][number]
type Groups = Pick<
  Answer,
  | 'regressions'
  | 'improvements'
  | 'stillFailing'
  | 'newlyFlaky'
  | 'newTests'
  | 'removed'
  | 'stoppedRunning'
  | 'slower'
  | 'faster'
  | 'failuresNotCompared'
>

const STATUS = {
  [VERDICT.passed]: 'passed',
  [VERDICT.failed]: 'failed',
  [VERDICT.flaky]: 'flaky',
  [VERDICT.skipped]: 'skipped',
} as const

export interface ToGroup {
  pairs: Pair[]
  /** Failures of legs that the base did not run. */
  notCompared: Pair[]
  base: ExecutionRow | null
  head: ExecutionRow
  /** Of the head's legs. */
  legNames: Map<number, string>
  /** The base's leg where it is another than the head's. */
  otherLeg: string | null
  provisional: boolean
  /** Files that did not load in the head, whose tests therefore did not run. */
  brokenFiles: ReadonlySet<string>
}

/** Sorts changed tests into their groups, judging failures and durations by the base branch's history. */
export async function groupChanges(ctx: Context, asked: ToGroup): Promise<Groups> {
  const { pairs, notCompared, head, legNames, provisional, brokenFiles } = asked
  const named = [...pairs, ...notCompared]
  const [tests, reasons, evidence] = await Promise.all([
    readTests(ctx.store, named),
    readReasons(ctx.store, named),
    readEvidence(ctx, asked),
  ])
  const reasonOf = (side: SideRow | null) => (side?.reasonId == null ? undefined : reasons.get(side.reasonId))
  const errorOf = (side: SideRow | null) => {
    const reason = reasonOf(side)
    return reason?.kind === 'error' ? { message: reason.message, fingerprint: reason.fingerprint } : null
  }
  const changeOf = (pair: Pair): Change => ({
    ...(tests.get(pair.testId) as TestName),
    leg: legNames.get(pair.legId) ?? '',
    base: sideOf(pair.base),
    head: sideOf(pair.head),
    error: errorOf(pair.head),
  })
  const judged = (pair: Pair) => {
    const [before, now] = [errorOf(pair.base), errorOf(pair.head)]
    const verdict = judge({
      ...evidence(pair),
      failsOnBase: is(pair.base, 'failed'),
      sameErrorOnBase: before && now && before.fingerprint === now.fingerprint,
    })
    return { ...changeOf(pair), verdict }
  }

  const groups: Groups = {
    regressions: [],
    improvements: [],
    stillFailing: [],
    newlyFlaky: [],
    newTests: [],
    removed: [],
    stoppedRunning: [],
    slower: [],
    faster: [],
    failuresNotCompared: notCompared.map(changeOf),
  }
  for (const pair of pairs) {
    if (pair.head === null) {
      if (provisional) continue
      const why = absence(head, brokenFiles.has(tests.get(pair.testId)?.file ?? ''))
      if (why === null) groups.removed.push(changeOf(pair))
      else if (!is(pair.base, 'skipped')) groups.stoppedRunning.push({ ...changeOf(pair), reason: why })
    } else if (pair.base === null || (is(pair.base, 'skipped') && is(pair.head, 'failed'))) {
      groups.newTests.push(changeOf(pair))
    } else if (is(pair.head, 'failed')) {
      groups[is(pair.base, 'failed') ? 'stillFailing' : 'regressions'].push(judged(pair))
    } else if (is(pair.head, 'skipped')) {
      const reason = reasonOf(pair.head)?.message || 'skipped'
      if (!provisional && !is(pair.base, 'skipped')) groups.stoppedRunning.push({ ...changeOf(pair), reason })
    } else if (is(pair.head, 'flaky')) {
      if (!is(pair.base, 'flaky')) groups.newlyFlaky.push(changeOf(pair))
    } else if (is(pair.base, 'failed')) {
      groups.improvements.push(changeOf(pair))
    }
    const stands = isTimed(pair) ? timing(pair, evidence(pair).history) : null
    if (stands) groups[stands.deviations > 0 ? 'slower' : 'faster'].push({ ...changeOf(pair), ...stands })
  }
  return inOrder(groups)
}

/** What is known beside the two executions of the tests that failed or took another time. */
async function readEvidence({ store }: Context, { pairs, base, head, otherLeg }: ToGroup) {
  const counts = { ran: head.passed + head.failed + head.flaky, failed: head.failed }
  // An outage explains every failure by itself, and may be all of a large suite.
  const failures = isOutage(counts) ? [] : pairs.filter((pair) => is(pair.head, 'failed'))
  const testsOf = (some: Pair[]) => [...new Set(some.map((pair) => pair.testId))]
  const [histories, elsewhere, passedHere] = await Promise.all([
    base
      ? readBaseRuns(store, base).then((runs) =>
          readHistories(store, runs, testsOf([...failures, ...pairs.filter(isTimed)])),
        )
      : new Map<string, TestHistory>(),
    readFailedElsewhere(store, head, testsOf(failures)),
    readPassedHere(store, head, failures),
  ])
  return (pair: Pair) => {
    const key = `${pair.testId}/${pair.legId}`
    return {
      history: histories.get(key) ?? noHistory(),
      head: counts,
      passedHere: passedHere.has(key),
      otherLeg,
      failedElsewhere: elsewhere.get(pair.testId) ?? 0,
    }
  }
}

const is = (side: SideRow | null, status: keyof typeof VERDICT) => side?.verdict === VERDICT[status]

const isTimed = ({ base, head }: Pair) => is(base, 'passed') && is(head, 'passed')

const timing = (pair: Pair, history: TestHistory): Outlier | null =>
  outlier(
    (pair.head?.durationUs ?? 0) / 1000,
    history.passedUs.map((us) => us / 1000),
  )

const sideOf = (side: SideRow | null) =>
  side && { status: STATUS[side.verdict as keyof typeof STATUS], durationMs: side.durationUs / 1000 }

/** Why a test of the base is not in the head, or null where it was taken out. */
function absence(head: ExecutionRow, fileIsBroken: boolean): string | null {
  if (fileIsBroken) return 'its file did not load'
  if (head.state === 'cancelled') return 'the run was cancelled'
  return head.state === 'incomplete' ? 'a part of the run was lost' : null
}

/** Worst first, then by name, so that the same comparison always reads the same. */
function inOrder(groups: Groups): Groups {
  const name = (change: Change) =>
    [change.file, ...change.titles, change.variant, change.occurrence, change.leg].join('\0')
  for (const group of Object.values(groups) as Change[][]) {
    const named = group.map((change) => [name(change), change] as const)
    named.sort(([a], [b]) => (a < b ? -1 : 1))
    named.forEach(([, change], i) => {
      group[i] = change
    })
  }
  const urgency = { mine: 0, unknown: 1, infrastructure: 2, 'base-is-broken': 3, 'known-flake': 4 } as const
  groups.regressions.sort((a, b) => urgency[a.verdict.kind] - urgency[b.verdict.kind])
  groups.slower.sort((a, b) => b.headMs - b.usualMs - (a.headMs - a.usualMs))
  return groups
}
