import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import type { Context } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { iso } from '../../ground/kernel/time.ts'
import { findRenameCandidates } from '../../history/renames/find-rename-candidates.ts'
import { readTestNames, type TestName } from '../../history/tests/test-names.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { findExecution } from '../../results/executions/find.ts'
import { summaryOf } from '../../results/executions/to-summary.ts'
import { refuseRemoved } from '../../results/results/removed-results.ts'
import type { Side } from '../../results/results/side.ts'
import type { BaseChoice } from './base/better-base.ts'
import { withLastResults } from './base/last-results.ts'
import { laterStates, markGone } from './base/later-states.ts'
import { findNotStarted } from './base/not-started.ts'
import { selectionOf, withoutUnknown } from './base/partial-runs.ts'
import { queuedOf } from './base/queued.ts'
import { compareErrors } from './changes/compare-errors.ts'
import { readCutOff } from './changes/cut-off.ts'
import { pairLegs } from './changes/pair-legs.ts'
import { type Pair, readChanges, readFailures } from './changes/read-changes.ts'
import { type LegsRead, readLegs } from './changes/read-legs.ts'
import { pairRenamed, type RenamedPair } from './changes/rename-pairs.ts'
import { readRunAgain } from './changes/run-again.ts'
import { readUnreported, unreportedKey } from './changes/unreported.ts'
import { withoutUnrun } from './changes/unrun.ts'
import { chooseBase } from './choose-base.ts'
import { readBaseRuns } from './evidence/base-runs.ts'
import { readBurnIn } from './evidence/burn-in.ts'
import { groupChanges } from './group-changes.ts'
import { sayMassFailure } from './mass-failure.ts'
import { readProvisional } from './provisional.ts'
import { sizeOfComparison } from './size-of-comparison.ts'
import { findSlowerFiles } from './timing/slower-files.ts'

type Answer = z.input<typeof Comparison>

/** Compares two complete executions by their ids, using the best base for `auto`; also returns both rows. */
export async function compareByIds(ctx: Context, ids: { head: string; base: string }) {
  const head = await findExecution(ctx, ids.head)
  refuseRemoved(head, 'head', 'to compare')
  const choice = await chooseBaseById(ctx, head, ids.base)
  return { head, base: choice.base, compared: await compare(ctx, head, choice) }
}

/** The requested base: the best one for `auto`, otherwise the execution with this id. */
export const chooseBaseById = (ctx: Context, head: ExecutionRow, base: string): Promise<Choice> =>
  base === 'auto' ? chooseBase(ctx, head) : given(ctx, head, base)

async function given(ctx: Context, head: ExecutionRow, id: string): Promise<Choice> {
  const base = await findExecution(ctx, id)
  if (base.project_id !== head.project_id)
    throw new Problem('INVALID_REQUEST', 'base must be an execution of the same project as head.')
  refuseRemoved(base, 'base', 'to compare with')
  return {
    base,
    rule: 'given',
    commitsAway: null,
    because: 'requested by its id',
    better: null,
    untested: null,
    line: { branch: lineBranchOf(base), commit: base.tested_sha },
  }
}

/** A merge group, and a pull request's run, are judged by the branch that they lead to. */
const lineBranchOf = ({ branch, base_branch }: ExecutionRow) =>
  base_branch ?? queuedOf(branch)?.branch ?? branch

type Choice = Omit<BaseChoice, 'rule'> & { rule: Answer['baseChoice']['rule'] }

const NO_LEGS: LegsRead = { parts: new Map(), names: new Map() }

/**
 * Compares a complete execution with its base; without a base, the answer describes only the head.
 * Without `timings`, which take half of the time in a slow suite, the answer contains no slower or
 * faster tests and files. Agents, comments and reports share the comparison that they all need.
 */
export function compare(
  ctx: Context,
  head: ExecutionRow,
  choice: Choice,
  { timings = true }: { timings?: boolean } = {},
): Promise<Answer> {
  if (!ctx.memoize) return make(ctx, head, choice, timings)
  const question = (withTimings: boolean) => ['comparison', withTimings, head, choice]
  const shared = {
    projectId: head.project_id,
    question: question(timings),
    insteadOf: timings ? [] : [question(true)],
    sizeOf: sizeOfComparison,
  }
  return ctx.memoize(shared, (clock) => make({ ...ctx, clock }, head, choice, timings))
}

async function make(ctx: Context, head: ExecutionRow, choice: Choice, timings: boolean): Promise<Answer> {
  const { store } = ctx
  const { base, rule, commitsAway, because, better, untested, line } = choice
  const until = Math.max(head.started_at, head.ended_at ?? ctx.clock()) + 1
  const [headLegs, baseLegs, errors, standing, history] = await Promise.all([
    readLegs(store, head.id),
    base ? readLegs(store, base.id) : NO_LEGS,
    compareErrors(store, base?.id ?? null, head.id),
    readProvisional(ctx, head, base),
    base ? readBaseRuns(store, base, line, until) : null,
  ])
  const { legs, pairs: legPairs, notCompared } = pairLegs(baseLegs, headLegs)
  const sideOf = (id: number, { parts }: LegsRead, leg: number): Side => ({ id, parts: parts.get(leg) ?? [] })
  const headOf = (leg: number) => ({ legId: leg, head: sideOf(head.id, headLegs, leg) })
  const [changes, failures, unreported] = await Promise.all([
    base
      ? readChanges(
          store,
          legPairs.map((pair) => ({ ...headOf(pair.head), base: sideOf(base.id, baseLegs, pair.base) })),
          { timings },
        )
      : [],
    readFailures(store, notCompared.map(headOf)),
    base ? readUnreported(store, standing.parts, base.id) : new Map<string, string>(),
  ])
  const { provisional, waitingFor, missing, settlesAt } = standing
  const { head: headErrors, ...grouped } = errors
  const { pairs: joined, renamed } = await pairRenamed(
    store,
    head.project_id,
    await withoutUnrun(
      store,
      changes.flatMap((leg) => leg.pairs),
    ),
  )
  // Who names two executions asks for their differences, whoever made them.
  const isLiteral = rule === 'given'
  const isNews = !isLiteral && joined.some((pair) => pair.base === null || pair.head === null)
  const later = base && history && isNews ? await laterStates(store, head, base, line, history.since) : []
  const kept = await markGone(store, later, joined)
  const known =
    base && history ? await withLastResults(store, base, history, later, kept, { isLiteral }) : kept
  const { pairs, notCompared: unknown } = await withoutUnknown(store, base, known)
  const again = await readRunAgain(store, head)
  const cutOff = [...(await readCutOff(store, head, pairs)), ...(again ? [again.open] : [])]
  const whyNotStarted = base ? await findNotStarted(store, head, pairs) : () => null
  const isExplained = (pair: Pair) =>
    pair.isGoneOnBase === true || unreported.has(unreportedKey(pair)) || whyNotStarted(pair) === 'bailed'
  const groups = await groupChanges(ctx, {
    pairs,
    notCompared: [...failures, ...unknown],
    legs,
    base,
    history,
    line,
    untested,
    head,
    legNames: headLegs.names,
    otherLeg: legs.paired?.base ?? null,
    provisional,
    brokenFiles: new Set(headErrors.flatMap((error) => (error.file === null ? [] : [error.file]))),
    unreported,
    isRunAgain: again !== null,
    selection: again?.selection ?? selectionOf(base, head, pairs, isExplained),
    whyNotStarted,
    timings,
  })
  const flakyInBurnIn = await readBurnIn(ctx.store, {
    head,
    branch: line.branch,
    isNew: isNewIn(groups.newTests),
    legNames: headLegs.names,
  })
  const slowerTests = new Set(groups.slower.map((change) => change.testId))
  const slowerFiles =
    base && history && timings ? await findSlowerFiles(store, history.upTo, head, changes, slowerTests) : []
  const headSummary = summaryOf(head, ctx.baseUrl)
  return {
    base: base && summaryOf(base, ctx.baseUrl),
    head: headSummary,
    baseChoice: { rule, commitsAway, because, better },
    provisional,
    waitingFor,
    missing,
    settlesAt: settlesAt === null ? null : iso(settlesAt),
    cutOff,
    flakyInBurnIn,
    massFailure: sayMassFailure(headSummary.counts, groups),
    legs,
    ...groups,
    slowerFiles: slowerFiles.map(({ legId, ...file }) => ({ ...file, leg: headLegs.names.get(legId) ?? '' })),
    renameCandidates: await findRenameCandidates(
      ctx,
      { base, head },
      groups.removed,
      groups.newTests.filter((test) => test.base === null),
    ),
    renamed: await nameRenamed(ctx, renamed, headLegs.names),
    errors: grouped,
  }
}

/** Tells by its key and its leg whether the base lacks a test. */
function isNewIn(newTests: Answer['newTests']): (testId: string, leg: string) => boolean {
  const names = new Set(newTests.flatMap(({ testId, leg, base }) => (base ? [] : [`${testId}/${leg}`])))
  return (testId, leg) => names.has(`${testId}/${leg}`)
}

async function nameRenamed({ store }: Context, renamed: RenamedPair[], legs: Map<number, string>) {
  const tests = await readTestNames(
    store,
    renamed.flatMap(({ baseTestId, headTestId }) => [baseTestId, headTestId]),
  )
  return renamed.map(({ legId, baseTestId, headTestId }) => {
    const ref = (id: number) => ({ ...(tests.get(id) as TestName), leg: legs.get(legId) ?? '' })
    return { from: ref(baseTestId), to: ref(headTestId) }
  })
}
