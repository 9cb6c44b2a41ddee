import { type SkipKind, VERDICT_KINDS, verdictUrgency } from '@svc/protocol'
import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { readTestNames, type TestName } from '../../history/tests/test-names.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import type { SideRow } from '../../results/results/side.ts'
import type { WhyNotStarted } from './base/not-started.ts'
import { pairDuplicateNames } from './changes/pair-duplicate-names.ts'
import type { Pair } from './changes/read-changes.ts'
import { fingerprintOf, type Reason, readReasons } from './changes/read-reasons.ts'
import { unreportedKey } from './changes/unreported.ts'
import { IS_UNRUN } from './changes/unrun.ts'
import { whyNotCompared } from './changes/why-not-compared.ts'
import type { BaseHistory, Line } from './evidence/base-runs.ts'
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
  /** The runs that failures and durations are judged by; null without a base. */
  history: BaseHistory | null
  line: Line
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
  /** Whether the head ran nothing but failed tests again: then no part of it was lost. */
  isRunAgain: boolean
  /** Why absent tests do not count as removed, if one reason holds for all of them. */
  selection: string | null
  /** Why the file of a test did not start in the head; null if it did, or if nothing explains it. */
  whyNotStarted: (pair: Pair) => WhyNotStarted | null
  /** Whether to judge durations. */
  timings: boolean
}

/** Changed tests in their groups, with failures and durations judged by the base branch's history. */
export async function groupChanges(ctx: Context, input: ToGroup): Promise<Groups> {
  const { notCompared, base, history, head, legNames, provisional, brokenFiles } = input
  const state = input.isRunAgain ? 'passed' : head.state
  const isGone = (pair: Pair) =>
    pair.head === null && !input.unreported.has(unreportedKey(pair)) && input.whyNotStarted(pair) === null
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
          isGone(pair) && absence(state, brokenFiles.has(nameOf(pair.testId)?.file ?? '')) === null
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
          line: input.line,
        }
        const verdictOf = base && history && (await judgeFailures(ctx, { base, history, ...toJudge }))
        return [tests, reasons, differing, verdictOf] as const
      },
    ),
    history && input.timings ? judgeTimings(ctx.store, history.upTo, head, timed) : null,
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
    failuresNotCompared: notCompared.map((pair) => {
      const change = changeOf(pair)
      const why = whyNotCompared(base !== null, pair.isUnrunOnBase === true, input.legs, change.leg)
      return { ...change, ...why }
    }),
  }
  for (const pair of [...differing, ...timed]) {
    if (pair.head === null) {
      if (provisional || pair.isGoneOnBase) continue
      const why =
        absence(state, brokenFiles.has(fileOf(pair.testId))) ??
        unreported(input, pair) ??
        notStarted(input, pair) ??
        selected
      if (why === null) groups.removed.push(changeOf(pair))
      else if (!is(pair.base, 'skipped')) groups.stoppedRunning.push({ ...changeOf(pair), ...why })
    } else if (pair.base === null && isUnrun(reasonOf(pair.head))) {
      // Nobody knows whether it is new. `cutOff` says what kept it from running.
      continue
    } else if (pair.base === null || (is(pair.base, 'skipped') && is(pair.head, 'failed'))) {
      const verdict = is(pair.head, 'failed') && verdictOf ? verdictOf(pair) : null
      groups.newTests.push({ ...changeOf(pair), verdict })
    } else if (is(pair.head, 'failed')) {
      groups[is(pair.base, 'failed') ? 'stillFailing' : 'regressions'].push(judged(pair))
    } else if (is(pair.head, 'skipped')) {
      if (!provisional && !is(pair.base, 'skipped'))
        groups.stoppedRunning.push({ ...changeOf(pair), ...whySkipped(reasonOf(pair.head), selected) })
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
function absence(state: ExecutionRow['state'], fileIsBroken: boolean): Absence | null {
  if (fileIsBroken) return stopped('file-not-loaded', 'its file did not load')
  if (state === 'cancelled') return stopped('run-cancelled', 'the run was cancelled')
  return state === 'incomplete' ? stopped('part-lost', 'a part of the run was lost') : null
}

/** `selected` is why the run left tests out, if it did. */
function whySkipped(reason: Reason | undefined, selected: Absence | null): Absence {
  const kind = reason?.kind === 'skip' ? reason.skip : 'skip'
  if (kind === 'filtered' && selected) return selected
  const hasBailed = reason?.kind === 'skip' && reason.hasBailed
  return stopped(hasBailed ? 'bailed' : CAUSE[kind], reason?.message || 'skipped')
}

const CAUSE: Record<SkipKind, Absence['cause']> = {
  skip: 'skipped',
  todo: 'skipped',
  hook: 'hook-failed',
  // Listed by name: an `only` that somebody left in a file also filters.
  filtered: 'skipped',
  interrupted: 'part-lost',
}

const isUnrun = (reason: Reason | undefined) => reason?.kind === 'skip' && IS_UNRUN[reason.skip]

function unreported(input: Pick<ToGroup, 'unreported'>, pair: Pair): Absence | null {
  const reason = input.unreported.get(unreportedKey(pair))
  return reason === undefined ? null : stopped('not-reported', reason)
}

function notStarted({ whyNotStarted }: Pick<ToGroup, 'whyNotStarted'>, pair: Pair): Absence | null {
  const why = whyNotStarted(pair)
  return why === null ? null : stopped(why, NOT_STARTED[why])
}

const NOT_STARTED: Record<WhyNotStarted, string> = {
  bailed: 'it did not run: the run ended after enough tests had failed (bail)',
  'not-selected': 'its file did not run here; runs of this suite leave files out and run them later',
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
