import type { Context } from '../../ground/kernel/context.ts'
import { firstTested, readCommit, readParents } from '../../results/commits/commit-graph.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { baseBranchOf, defaultBranchOf, nameOf } from './base/base-branch.ts'
import { type BaseChoice, betterThan } from './base/better-base.ts'
import { type Bases, bases, type Eligible, onBranch } from './base/eligible-bases.ts'
import { nearestState } from './base/nearest-state.ts'
import { queuedOf } from './base/queued.ts'
import { isUnselectedSuite } from './base/unselected-suite.ts'
import { whyNoBase } from './base/why-no-base.ts'

type ChosenBase = Omit<BaseChoice, 'better' | 'untested' | 'line'> &
  Partial<Pick<BaseChoice, 'untested' | 'line'>>

type Ctx = Pick<Context, 'store' | 'caller'>

/** Finds the best base for an execution; docs/explanation/verdicts.md lists the rules in their order. */
export async function chooseBase(ctx: Ctx, head: ExecutionRow): Promise<BaseChoice> {
  const eligible = await bases(ctx, head)
  const branch = await baseBranchOf(ctx, head)
  const mergeParent = await mergeParentOf(ctx, head)
  // A run of the base branch never left it; the commit would be compared with itself.
  const mergeBase =
    isOwnCommit(head, head.merge_base_sha) && head.branch === branch ? null : head.merge_base_sha
  const origin = mergeParent ?? mergeBase
  const rules = [
    () => atCommit(eligible, head, mergeParent, branch, 'merge-parent'),
    () => atCommit(eligible, head, mergeBase, branch, 'merge-base'),
    () => equalTree(ctx, head, origin, branch, eligible),
    () => nearestAncestor(ctx, head, origin, branch, eligible),
    () => newest(head, branch, eligible),
    () => belowTarget(ctx, head, origin, branch, eligible),
    () => anyAncestor(ctx, head, origin, eligible),
  ]
  for (const rule of rules) {
    const choice = await rule()
    if (!choice) continue
    const line = { branch, commit: choice.base?.tested_sha ?? null, ...choice.line }
    const { untested = null } = choice
    if (untested && line.commit && (await isUnselectedSuite(ctx.store, head, untested, line.commit))) {
      const because = `${choice.because}, because CI left this suite out at the commits since`
      return { ...choice, line, because, untested: null, better: null }
    }
    const better = await betterThan(ctx, head, origin, head.branch === branch, choice)
    return { ...choice, line, untested, better }
  }
  const because = await whyNoBase(ctx, head, branch)
  const none: ChosenBase = { base: null, rule: 'none', commitsAway: null, because }
  return {
    untested: null,
    line: { branch, commit: null },
    ...none,
    better: await betterThan(ctx, head, origin, head.branch === branch, none),
  }
}

const isOwnCommit = (head: ExecutionRow, sha: string | null) =>
  sha !== null && (sha === head.head_sha || sha === head.tested_sha) && head.dirty === 0

/** The base's side of the tested merge commit; found through its parents if the upload did not name it. */
async function mergeParentOf(ctx: Ctx, head: ExecutionRow): Promise<string | null> {
  if (head.base_sha) return head.base_sha
  if (!head.tested_sha || head.tested_sha === head.head_sha) return null
  const [first, second, ...more] =
    (await readCommit(ctx.store, head.project_id, head.tested_sha))?.parents ?? []
  return first !== undefined && second === head.head_sha && more.length === 0 ? first : null
}

/** A run of exactly this commit, preferably one of the base branch itself. */
async function atCommit(
  eligible: Bases,
  head: ExecutionRow,
  sha: string | null,
  branch: string | null,
  rule: 'merge-parent' | 'merge-base',
): Promise<ChosenBase | null> {
  if (!sha) return null
  const tested = () => eligible().where('execution.tested_sha', '=', sha)
  const found =
    (await onBranch(tested(), branch).executeTakeFirst()) ??
    (await tested().executeTakeFirst()) ??
    (await eligible({ ofPulls: true }).where('execution.tested_sha', '=', sha).executeTakeFirst())
  const base = found && (await cleanRunOf(found, eligible))
  return base ? { base, rule, commitsAway: 0, because: originOf(head, base, branch, rule) } : null
}

/** The newest clean run of a run's commit, else the run itself: uncommitted changes may have broken tests. */
async function cleanRunOf(run: ExecutionRow, candidates: () => Eligible): Promise<ExecutionRow> {
  if (run.dirty === 0) return run
  const clean = candidates().where('execution.tested_sha', '=', run.tested_sha)
  return (await clean.where('execution.dirty', '=', 0).executeTakeFirst()) ?? run
}

/** A merge group is built on main, or on the previous group. */
function originOf(
  head: ExecutionRow,
  base: ExecutionRow,
  branch: string | null,
  rule: 'merge-parent' | 'merge-base',
): string {
  if (queuedOf(head.branch))
    return queuedOf(base.branch)
      ? `the merge group before this one in the queue of ${nameOf(branch)}`
      : `the commit of ${nameOf(branch)} that this merge group is based on`
  return rule === 'merge-parent'
    ? `the commit of ${nameOf(branch)} this was merged onto`
    : `the commit where this branch left ${nameOf(branch)}`
}

async function equalTree(
  ctx: Ctx,
  head: ExecutionRow,
  origin: string | null,
  branch: string | null,
  eligible: Bases,
): Promise<ChosenBase | null> {
  const tree = origin && (await readCommit(ctx.store, head.project_id, origin))?.tree
  if (!origin || !tree) return null
  const base =
    (await eligible().where('execution.tree', '=', tree).executeTakeFirst()) ??
    (await eligible({ ofPulls: true }).where('execution.tree', '=', tree).executeTakeFirst())
  const because = `the same files as commit ${short(origin)}, tested as another commit`
  const line = { branch, commit: origin }
  return base ? { base, rule: 'equal-tree', commitsAway: 0, because, line } : null
}

/** Walks back through the reported commits, from the merge base of the head. */
async function nearestAncestor(
  ctx: Ctx,
  head: ExecutionRow,
  origin: string | null,
  branch: string | null,
  eligible: Bases,
): Promise<ChosenBase | null> {
  const from = origin ?? head.head_sha ?? head.tested_sha
  if (!from) return null
  const candidates = () => {
    const tested = eligible().where('execution.tested_sha', 'is not', null)
    return branch === null ? tested : onBranch(tested, branch)
  }
  const tested = await candidates()
    .clearSelect()
    .clearLimit()
    .select('execution.tested_sha')
    .limit(1_000)
    .execute()
  const shas = new Set(tested.map((row) => row.tested_sha as string))
  // A clean head is never its own base, even if the same commit was tested before.
  if (isOwnCommit(head, from)) shas.delete(from)
  const ancestor = await firstTested(from, shas, (commits) =>
    readParents(ctx.store, head.project_id, commits),
  )
  const below = await defaultBranchOf(ctx, head)
  // What a branch has in common with the default branch is that one's history.
  const isOfLine = (run: ExecutionRow) => branch === below || run.branch !== below
  const state =
    origin && branch !== null ? await nearestState(ctx.store, head, origin, eligible, isOfLine) : null
  if (state && state.distance < (ancestor?.distance ?? Number.POSITIVE_INFINITY))
    return ancestorChoice(head, from, branch, origin, state)
  if (!ancestor) return null
  const found = await candidates().where('execution.tested_sha', '=', ancestor.sha).executeTakeFirst()
  if (!found) return null
  const base = await cleanRunOf(found, candidates)
  return ancestorChoice(head, from, branch, origin, { base, ...ancestor })
}

function ancestorChoice(
  head: ExecutionRow,
  from: string,
  branch: string | null,
  origin: string | null,
  { base, sha, distance }: { base: ExecutionRow; sha: string; distance: number },
): ChosenBase {
  const way = distance === 1 ? '1 commit' : `${distance} commits`
  const because =
    distance === 0
      ? base.dirty === 1
        ? `another run of commit ${short(from)}, with changes on top of it too`
        : `the commit ${short(from)} itself, without the changes on top of it`
      : `the nearest tested commit, ${way} before ${short(from)}`
  const untested = distance > 0 && head.branch !== branch ? origin : null
  const line = { branch: branch ?? base.branch, commit: sha }
  return { base, rule: 'ancestor', commitsAway: distance, because, untested, line }
}

/**
 * A pull request on top of another one's branch, which has no runs of its own: both descend from
 * the default branch.
 */
async function belowTarget(
  ctx: Ctx,
  head: ExecutionRow,
  origin: string | null,
  branch: string | null,
  eligible: Bases,
): Promise<ChosenBase | null> {
  const below = await defaultBranchOf(ctx, head)
  if (below === null || below === branch || head.branch === below) return null
  const ancestor = await nearestAncestor(ctx, head, origin, below, eligible)
  return (
    ancestor && {
      ...ancestor,
      because: `${ancestor.because}, since ${nameOf(branch)} has no run that can be a base`,
    }
  )
}

/** Without a default branch, the ancestors of the head are known to be earlier, on any branch. */
async function anyAncestor(
  ctx: Ctx,
  head: ExecutionRow,
  origin: string | null,
  eligible: Bases,
): Promise<ChosenBase | null> {
  if (head.base_branch !== null || (await defaultBranchOf(ctx, head)) !== null) return null
  return nearestAncestor(ctx, head, origin, null, eligible)
}

async function newest(
  head: ExecutionRow,
  branch: string | null,
  eligible: Bases,
): Promise<ChosenBase | null> {
  const base = await onBranch(eligible(), branch)
    .where('execution.started_at', '<', head.started_at)
    .executeTakeFirst()
  if (!base) return null
  if (isOwnCommit(head, base.tested_sha)) {
    const because = `the run of the same commit ${short(base.tested_sha ?? '')} before this one`
    return { base, rule: 'newest', commitsAway: 0, because }
  }
  const because =
    branch === null && head.tested_sha === null
      ? 'the newest run before this one'
      : `the newest run of ${nameOf(branch)} before this one, an unknown number of commits back`
  return { base, rule: 'newest', commitsAway: null, because }
}

const short = (sha: string) => sha.slice(0, 7)
