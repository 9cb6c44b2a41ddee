import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import type { ExecutionRow } from '../executions/summary.ts'
import type { Context } from '../kernel/context.ts'
import { isOneOf } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'
import { noHistory, readBaseRuns, readHistories, type TestHistory } from './history.ts'
import { type Outlier, outlier } from './performance.ts'
import type { Pair, SideRow } from './read-changes.ts'
import { judge } from './verdict.ts'

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
>

const STATUS = {
  [VERDICT.passed]: 'passed',
  [VERDICT.failed]: 'failed',
  [VERDICT.flaky]: 'flaky',
  [VERDICT.skipped]: 'skipped',
} as const

export interface ToGroup {
  pairs: Pair[]
  base: ExecutionRow | null
  head: ExecutionRow
  legNames: Map<number, string>
  provisional: boolean
  /** Files that did not load in the head, whose tests therefore did not run. */
  brokenFiles: ReadonlySet<string>
}

/** Sorts changed tests into their groups, judging failures and durations by the base branch's history. */
export async function groupChanges(ctx: Context, asked: ToGroup): Promise<Groups> {
  const { pairs, base, head, legNames, provisional, brokenFiles } = asked
  const { store } = ctx
  const tests = await readTests(ctx, pairs)
  const reasons = await readReasons(ctx, pairs)
  const suspects = pairs.filter((pair) => is(pair.head, 'failed') || isTimed(pair))
  const runs = base ? await readBaseRuns(store, base) : []
  const histories = await readHistories(store, runs, [...new Set(suspects.map((pair) => pair.testId))])
  const elsewhere = await readFailedElsewhere(
    ctx,
    head,
    pairs.filter((pair) => is(pair.head, 'failed')),
  )
  const historyOf = (pair: Pair): TestHistory => histories.get(`${pair.testId}/${pair.legId}`) ?? noHistory()
  const errorOf = (side: SideRow | null) => (side?.reasonId == null ? undefined : reasons.get(side.reasonId))

  const changeOf = (pair: Pair): Change => {
    const reason = errorOf(pair.head)
    const isError = reason?.kind === 'error'
    return {
      ...(tests.get(pair.testId) as Omit<Change, 'leg' | 'base' | 'head' | 'error'>),
      leg: legNames.get(pair.legId) ?? '',
      base: sideOf(pair.base),
      head: sideOf(pair.head),
      error: isError ? { message: reason.message, fingerprint: reason.fingerprint } : null,
    }
  }
  const judged = (pair: Pair) => {
    const before = errorOf(pair.base)?.fingerprint
    const verdict = judge({
      history: historyOf(pair),
      failsOnBase: is(pair.base, 'failed'),
      sameErrorOnBase: before !== undefined && before === errorOf(pair.head)?.fingerprint,
      head: { ran: head.passed + head.failed + head.flaky, failed: head.failed },
      failedElsewhere: elsewhere.get(pair.testId) ?? 0,
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
      const reason = errorOf(pair.head)?.message || 'skipped'
      if (!provisional && !is(pair.base, 'skipped')) groups.stoppedRunning.push({ ...changeOf(pair), reason })
    } else if (is(pair.head, 'flaky')) {
      if (!is(pair.base, 'flaky')) groups.newlyFlaky.push(changeOf(pair))
    } else if (is(pair.base, 'failed')) {
      groups.improvements.push(changeOf(pair))
    }
    const stands = isTimed(pair) ? timing(pair, historyOf(pair)) : null
    if (stands) groups[stands.deviations > 0 ? 'slower' : 'faster'].push({ ...changeOf(pair), ...stands })
  }
  return inOrder(groups)
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
    `${change.file}\0${change.titles.join('\0')}\0${change.variant}\0${change.leg}`
  for (const group of Object.values(groups) as Change[][]) group.sort((a, b) => (name(a) < name(b) ? -1 : 1))
  const urgency = { mine: 0, unknown: 1, infrastructure: 2, 'base-is-broken': 3, 'known-flake': 4 } as const
  groups.regressions.sort((a, b) => urgency[a.verdict.kind] - urgency[b.verdict.kind])
  groups.slower.sort((a, b) => b.headMs - b.usualMs - (a.headMs - a.usualMs))
  return groups
}

async function readTests({ store }: Context, pairs: Pair[]) {
  if (pairs.length === 0)
    return new Map<number, Pick<Change, 'testId' | 'file' | 'titles' | 'variant' | 'occurrence'>>()
  const rows = await store.read
    .selectFrom('test')
    .innerJoin('file', 'file.id', 'test.file_id')
    .select(['test.id', 'test.key', 'file.path', 'titles', 'variant', 'occurrence'])
    .where(isOneOf(store.dialect, 'test.id', [...new Set(pairs.map((pair) => pair.testId))]))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        testId: row.key,
        file: row.path,
        titles: JSON.parse(row.titles) as string[],
        variant: row.variant,
        occurrence: row.occurrence,
      },
    ]),
  )
}

async function readReasons({ store }: Context, pairs: Pair[]) {
  const ids = new Set(
    pairs.flatMap((pair) => [pair.base?.reasonId, pair.head?.reasonId]).filter((id) => id != null),
  )
  if (ids.size === 0)
    return new Map<number, { kind: 'error' | 'skip'; message: string; fingerprint: string }>()
  const rows = await store.read
    .selectFrom('reason')
    .select(['id', 'kind', 'message', 'fingerprint'])
    .where(isOneOf(store.dialect, 'id', [...ids]))
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const DAY_MS = 86_400_000
const DAYS_LOOKED_AT = 14

/** On how many recent days each test failed on branches other than the head's. */
async function readFailedElsewhere(
  { store }: Context,
  head: ExecutionRow,
  pairs: Pair[],
): Promise<Map<number, number>> {
  if (pairs.length === 0) return new Map()
  const today = Math.floor(head.started_at / DAY_MS)
  const days = Array.from({ length: DAYS_LOOKED_AT }, (_, i) => today - i)
  const rows = await store.read
    .selectFrom('test_day')
    .select(['test_id', (eb) => eb.fn.count<number>('day').distinct().as('days')])
    .where('project_id', '=', head.project_id)
    .where(isOneOf(store.dialect, 'day', days))
    .where(
      isOneOf(
        store.dialect,
        'test_id',
        pairs.map((pair) => pair.testId),
      ),
    )
    .where('branch', '<>', head.branch ?? '')
    .where('failed', '>', 0)
    .groupBy('test_id')
    .execute()
  return new Map(rows.map((row) => [row.test_id, Number(row.days)]))
}
