import { VERDICT_KINDS, verdictUrgency } from '@svc/protocol'
import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import type { ExecutionRow } from '../executions/execution-row.ts'
import type { Context } from '../kernel/context.ts'
import type { SideRow } from '../results/side.ts'
import { VERDICT } from '../store/tables.ts'
import { readTestNames, type TestName } from '../tests/test-names.ts'
import { pairDuplicateNames } from './changes/pair-duplicate-names.ts'
import type { Pair } from './changes/read-changes.ts'
import { fingerprintOf, type Reason, readReasons } from './changes/read-reasons.ts'
import { unreportedKey } from './changes/unreported.ts'
import { whyNotCompared } from './changes/why-not-compared.ts'
import { judgeFailures } from './judge-failures.ts'
import { judgeTimings } from './timing/judge-timings.ts'
import type { Outlier } from './timing/test-outlier.ts'

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
  /** Failures without a result of the base. */
  notCompared: Pair[]
  legs: Answer['legs']
  base: ExecutionRow | null
  /** A commit of the base branch after the base that the head contains and no run tested. */
  untested: string | null
  head: ExecutionRow
  /** The names of the head's legs. */
  legNames: Map<number, string>
  /** The base's leg if it differs from the head's. */
  otherLeg: string | null
  provisional: boolean
  /** Files that did not load in the head, whose tests therefore did not run. */
  brokenFiles: ReadonlySet<string>
  /** Why tests of unreported parts do not count as removed; see `readUnreported`. */
  unreported: ReadonlyMap<string, string>
  /** Why absent tests do not count as removed, if one reason holds for all of them. */
  selection: string | null
  /** Whether to judge durations. */
  timings: boolean
}

/** Changed tests in their groups, with failures and durations judged by the base branch's history. */
export async function groupChanges(ctx: Context, input: ToGroup): Promise<Groups> {
  const { notCompared, base, head, legNames, provisional, brokenFiles } = input
  const isGone = (pair: Pair) => pair.head === null && !input.unreported.has(unreportedKey(pair))
  // Most tests with another duration are no change: they are judged before their names are read.
  const timed = input.pairs.filter(isTimed)
  const changed = input.pairs.filter((pair) => !isTimed(pair))
  const named = [...changed, ...notCompared]
  const [[tests, reasons, differing, verdictOf], timing] = await Promise.all([
    Promise.all([readTestNames(ctx.store, named.map(testIdOf)), readReasons(ctx.store, named)]).then(
      async ([tests, reasons]) => {
        const nameOf = (testId: number) => tests.get(testId)
        const differing = pairDuplicateNames(changed, nameOf, (side) => fingerprintOf(side, reasons))
        const failures = differing.filter((pair) => is(pair.head, 'failed'))
        const failingOnBase = differing.filter((pair) => is(pair.base, 'failed'))
        const isAbsent = (pair: Pair) =>
          isGone(pair) && absence(head, brokenFiles.has(nameOf(pair.testId)?.file ?? '')) === null
        const absent = provisional || input.selection !== null ? [] : differing.filter(isAbsent)
        const gone = input.selection === null ? failingOnBase.filter(isGone) : []
        const toJudge = {
          head,
          failures,
          failingOnBase,
          gone,
          absent,
          notCompared,
          reasons,
          tests,
          otherLeg: input.otherLeg,
          untested: input.untested,
        }
        const verdictOf = base && (await judgeFailures(ctx, { base, ...toJudge }))
        return [tests, reasons, differing, verdictOf] as const
      },
    ),
    base && input.timings ? judgeTimings(ctx.store, base, head, timed) : null,
  ])
  const outliers = new Map(timed.flatMap((pair) => asEntry(pair, timing?.(pair))))
  for (const [id, name] of await readTestNames(ctx.store, [...outliers.keys()].map(testIdOf)))
    tests.set(id, name)
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
  const fileOf = (testId: number) => tests.get(testId)?.file ?? ''
  const judged = (pair: Pair) => ({
    ...changeOf(pair),
    verdict: (verdictOf as NonNullable<typeof verdictOf>)(pair),
  })

  const selected = input.selection === null ? null : stopped('not-selected', input.selection)
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
    failuresNotCompared: notCompared.map(changeOf).map((change) => ({
      ...change,
      ...whyNotCompared(base !== null, input.legs, change.leg),
    })),
  }
  for (const pair of [...differing, ...timed]) {
    if (pair.head === null) {
      if (provisional) continue
      const why = absence(head, brokenFiles.has(fileOf(pair.testId))) ?? unreported(input, pair) ?? selected
      if (why === null) groups.removed.push(changeOf(pair))
      else if (!is(pair.base, 'skipped')) groups.stoppedRunning.push({ ...changeOf(pair), ...why })
    } else if (pair.base === null || (is(pair.base, 'skipped') && is(pair.head, 'failed'))) {
      const verdict = is(pair.head, 'failed') && verdictOf ? verdictOf(pair) : null
      groups.newTests.push({ ...changeOf(pair), verdict })
    } else if (is(pair.head, 'failed')) {
      groups[is(pair.base, 'failed') ? 'stillFailing' : 'regressions'].push(judged(pair))
    } else if (is(pair.head, 'skipped')) {
      if (!provisional && !is(pair.base, 'skipped'))
        groups.stoppedRunning.push({ ...changeOf(pair), ...whySkipped(reasonOf(pair.head)) })
    } else if (is(pair.head, 'flaky')) {
      if (!is(pair.base, 'flaky')) groups.newlyFlaky.push(changeOf(pair))
    } else if (is(pair.base, 'failed')) {
      groups.improvements.push(changeOf(pair))
    }
    const stands = outliers.get(pair)
    if (stands) groups[stands.deviations > 0 ? 'slower' : 'faster'].push({ ...changeOf(pair), ...stands })
  }
  return inOrder(groups)
}

const testIdOf = ({ testId }: Pair) => testId

const asEntry = (pair: Pair, outlier: Outlier | null | undefined): [Pair, Outlier][] =>
  outlier ? [[pair, outlier]] : []

const is = (side: SideRow | null, status: keyof typeof VERDICT) => side?.verdict === VERDICT[status]

const isTimed = ({ base, head }: Pair) => is(base, 'passed') && is(head, 'passed')

const sideOf = (side: SideRow | null) =>
  side && { status: STATUS[side.verdict as keyof typeof STATUS], durationMs: side.durationUs / 1000 }

/** Why a test of the base is missing in the head; null if it was removed. */
function absence(head: ExecutionRow, fileIsBroken: boolean): Absence | null {
  if (fileIsBroken) return stopped('file-not-loaded', 'its file did not load')
  if (head.state === 'cancelled') return stopped('run-cancelled', 'the run was cancelled')
  return head.state === 'incomplete' ? stopped('part-lost', 'a part of the run was lost') : null
}

const whySkipped = (reason: Reason | undefined): Absence =>
  stopped(
    reason?.kind === 'skip' && reason.skip === 'hook' ? 'hook-failed' : 'skipped',
    reason?.message || 'skipped',
  )

function unreported(input: Pick<ToGroup, 'unreported'>, pair: Pair): Absence | null {
  const reason = input.unreported.get(unreportedKey(pair))
  return reason === undefined ? null : stopped('not-reported', reason)
}

type Absence = Pick<Answer['stoppedRunning'][number], 'cause' | 'reason'>

const stopped = (cause: Absence['cause'], reason: string): Absence => ({ cause, reason })

/** Sorts the worst changes first, then by name, so that equal comparisons have the same order. */
function inOrder(groups: Groups): Groups {
  for (const group of Object.values(groups) as Change[][]) {
    const named = group.map((change) => [orderOf(change), change] as const)
    named.sort(([a], [b]) => (a < b ? -1 : 1))
    named.forEach(([, change], i) => {
      group[i] = change
    })
  }
  groups.regressions.sort((a, b) => urgencyOf(a) - urgencyOf(b))
  groups.stillFailing.sort((a, b) => urgencyOf(a) - urgencyOf(b))
  // Thousands of new tests that pass must not hide one that fails.
  groups.newTests.sort((a, b) => urgencyOf(a) - urgencyOf(b))
  groups.slower.sort((a, b) => b.headMs - b.usualMs - (a.headMs - a.usualMs))
  groups.faster.sort((a, b) => b.usualMs - b.headMs - (a.usualMs - a.headMs))
  return groups
}

/** The name of a test as a sort key that places `case 9` before `case 10`. Equal numbers keep their order. */
function orderOf({ file, titles, variant, occurrence, leg }: Change): string {
  const name = [file, ...titles, variant, occurrence, leg].join('\0')
  return `${name.replace(/\d+/g, (digits) => digits.padStart(DIGITS, '0'))}\0${name}`
}

/** Longer digit sequences are not counters. */
const DIGITS = 9

/** Sorts by relevance to the author of the change: failures by their verdict, then flakes, then the rest. */
function urgencyOf({ head, verdict }: Answer['newTests'][number]): number {
  if (head?.status === 'failed') return verdictUrgency(verdict?.kind ?? null)
  return VERDICT_KINDS.length + (head?.status === 'flaky' ? 0 : 1)
}
