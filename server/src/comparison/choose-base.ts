import { firstTested, readCommit, readParents } from '../commits/commit-graph.ts'
import { type ExecutionRow, executionRows } from '../executions/execution-row.ts'
import type { Context } from '../kernel/context.ts'
import { iso } from '../kernel/time.ts'
import { betterThan } from './base/better-base.ts'
import { queuedOf } from './base/queued.ts'

export interface BaseChoice {
  base: ExecutionRow | null
  rule: 'merge-parent' | 'merge-base' | 'equal-tree' | 'ancestor' | 'newest' | 'none'
  commitsAway: number | null
  because: string
  /** What would have given a better base; null if there is none. */
  better: string | null
  /** The commit where the head left the base branch, if no run tested it and the base is an earlier one. */
  untested: string | null
}

type ChosenBase = Omit<BaseChoice, 'better' | 'untested'> & Partial<Pick<BaseChoice, 'untested'>>

type Ctx = Pick<Context, 'store' | 'caller'>

/** Finds what an execution is best compared with; see docs/explanation/verdicts.md for the rules in their order. */
export async function chooseBase(ctx: Ctx, head: ExecutionRow): Promise<BaseChoice> {
  const eligible = await bases(ctx, head)
  const branch = await baseBranchOf(ctx, head)
  const mergeParent = await mergeParentOf(ctx, head)
  // On the base branch itself nothing was left: the commit would be compared with itself.
  const mergeBase =
    isOwnCommit(head, head.merge_base_sha) && head.branch === branch ? null : head.merge_base_sha
  const origin = mergeParent ?? mergeBase
  const rules = [
    () => atCommit(eligible, head, mergeParent, branch, 'merge-parent'),
    () => atCommit(eligible, head, mergeBase, branch, 'merge-base'),
    () => equalTree(ctx, head, origin, eligible),
    () => nearestAncestor(ctx, head, origin, branch, eligible),
    () => newest(head, branch, eligible),
    () => belowTarget(ctx, head, origin, branch, eligible),
    () => anyAncestor(ctx, head, origin, eligible),
  ]
  for (const rule of rules) {
    const choice = await rule()
    if (choice)
      return {
        untested: null,
        ...choice,
        better: await betterThan(ctx, head, origin, head.branch === branch, choice),
      }
  }
  const why =
    (await removedOf(ctx, head, branch)) ??
    (await laptopsOnly(ctx, head, branch)) ??
    (await unknownDefault(ctx, head)) ??
    noRunYet(head, branch)
  const because = `${why} The comparison begins with its next run.`
  const none: ChosenBase = { base: null, rule: 'none', commitsAway: null, because }
  return {
    untested: null,
    ...none,
    better: await betterThan(ctx, head, origin, head.branch === branch, none),
  }
}

/** Says so if the base branch had runs to compare with, and retention removed their results; null if it had none. */
async function removedOf(ctx: Ctx, head: ExecutionRow, branch: string | null): Promise<string | null> {
  const removed = (await bases(ctx, head, 'is not'))().where('execution.started_at', '<', head.started_at)
  const newest = await onBranch(removed, branch).executeTakeFirst()
  if (!newest || newest.results_removed_at === null) return null
  const day = iso(newest.results_removed_at).slice(0, 10)
  return `The results of the last run of ${nameOf(branch)} were removed by retention on ${day}.`
}

/** Says so if all runs of the base branch are of laptops, and the suite has runs of CI; null if it has others or none. */
async function laptopsOnly(ctx: Ctx, head: ExecutionRow, branch: string | null): Promise<string | null> {
  if (!(await hasCi(ctx, head))) return null
  const row = await onBranch((await bases(ctx, head, 'is', 'local'))(), branch).executeTakeFirst()
  return row
    ? `${nameOf(branch)} has runs from laptops only, which cannot be a base because CI has reported this suite.`
    : null
}

/** Says so if nothing names the default branch; null if something does, or if the head names its own target. */
async function unknownDefault(ctx: Ctx, head: ExecutionRow): Promise<string | null> {
  if (head.branch === null || head.base_branch !== null || (await defaultBranchOf(ctx, head)) !== null)
    return null
  return `This project has no run of main or master, and no other default branch is set. An admin can set it in the project's settings. Until then, ${head.branch} is compared with itself.`
}

/** A run of the base branch itself is one there, once it is over. */
function noRunYet(head: ExecutionRow, branch: string | null): string {
  if (branch === null && head.pull_request === null) return 'This is the first finished run without a branch.'
  if (head.branch !== branch || head.pull_request !== null)
    return `${nameOf(branch)} has no finished run yet.`
  const isFinished = head.state === 'passed' || head.state === 'failed'
  return isFinished
    ? `This is the first finished run of ${nameOf(branch)}.`
    : `${nameOf(branch)} has no other finished run yet.`
}

const isOwnCommit = (head: ExecutionRow, sha: string | null) =>
  sha !== null && (sha === head.head_sha || sha === head.tested_sha) && head.dirty === 0

async function hasCi({ store }: Ctx, head: ExecutionRow): Promise<boolean> {
  const row = await store.read
    .selectFrom('execution')
    .select('id')
    .where('project_id', '=', head.project_id)
    .where('suite', '=', head.suite)
    .where('trust', '=', 'ci')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Settled, clean, whole runs of a branch whose results are there; local ones only while the suite has no CI run. */
async function bases(
  ctx: Ctx,
  head: ExecutionRow,
  removed: 'is' | 'is not' = 'is',
  trusted?: 'ci' | 'local',
) {
  const { organizationId, projectId } = ctx.caller
  const trust = trusted ?? ((await hasCi(ctx, head)) ? 'ci' : 'local')
  return () =>
    executionRows(ctx.store.read, organizationId, projectId)
      .where('execution.project_id', '=', head.project_id)
      .where('execution.suite', '=', head.suite)
      .where('execution.id', '<>', head.id)
      .where('execution.pull_request', 'is', null)
      .where('execution.trust', '=', trust)
      // On a laptop the tree is nearly always dirty; before the first CI run it is all there is.
      .$if(trust === 'ci', (query) => query.where('execution.dirty', '=', 0))
      .where('execution.state', 'in', ['passed', 'failed'])
      .where('execution.results_removed_at', removed, null)
      // A run that found no tests would make all of them new.
      .where((eb) =>
        eb.or((['passed', 'failed', 'flaky', 'skipped'] as const).map((of) => eb(`execution.${of}`, '>', 0))),
      )
      .orderBy('execution.started_at', 'desc')
      .orderBy('execution.id', 'desc')
      .limit(1)
}

type Eligible = ReturnType<Awaited<ReturnType<typeof bases>>>

const onBranch = (query: Eligible, branch: string | null) =>
  branch === null ? query.where('execution.branch', 'is', null) : query.where('execution.branch', '=', branch)

/** Where the head wants to go: its pull request's target, else the project's default branch, else its own. */
async function baseBranchOf(ctx: Ctx, head: ExecutionRow): Promise<string | null> {
  return head.base_branch ?? (await defaultBranchOf(ctx, head)) ?? head.branch
}

async function defaultBranchOf(ctx: Ctx, head: ExecutionRow): Promise<string | null> {
  const project = await ctx.store.read
    .selectFrom('project')
    .select('default_branch')
    .where('id', '=', head.project_id)
    .executeTakeFirst()
  return project?.default_branch ?? (await usualBranch(ctx, head))
}

/** Documents do not name the default branch; if the suite has runs of `main` or `master`, that is it. */
async function usualBranch(ctx: Ctx, head: ExecutionRow): Promise<string | null> {
  const row = await ctx.store.read
    .selectFrom('execution')
    .select('branch')
    .where('project_id', '=', head.project_id)
    .where('suite', '=', head.suite)
    .where('branch', 'in', ['main', 'master'])
    .orderBy('branch')
    .limit(1)
    .executeTakeFirst()
  return row?.branch ?? null
}

/** The base's side of the tested merge commit; its parents tell if the upload did not. */
async function mergeParentOf(ctx: Ctx, head: ExecutionRow): Promise<string | null> {
  if (head.base_sha) return head.base_sha
  if (!head.tested_sha || head.tested_sha === head.head_sha) return null
  const [first, second, ...more] =
    (await readCommit(ctx.store, head.project_id, head.tested_sha))?.parents ?? []
  return first !== undefined && second === head.head_sha && more.length === 0 ? first : null
}

/** A run of exactly this commit, of the base branch's own if there are several. */
async function atCommit(
  eligible: () => Eligible,
  head: ExecutionRow,
  sha: string | null,
  branch: string | null,
  rule: 'merge-parent' | 'merge-base',
): Promise<ChosenBase | null> {
  if (!sha) return null
  const tested = () => eligible().where('execution.tested_sha', '=', sha)
  const found = (await onBranch(tested(), branch).executeTakeFirst()) ?? (await tested().executeTakeFirst())
  const base = found && (await cleanRunOf(found, eligible))
  return base ? { base, rule, commitsAway: 0, because: originOf(head, base, branch, rule) } : null
}

/** The newest clean run of a run's commit, else the run itself: changes on top of a commit may have broken tests. */
async function cleanRunOf(run: ExecutionRow, candidates: () => Eligible): Promise<ExecutionRow> {
  if (run.dirty === 0) return run
  const clean = candidates().where('execution.tested_sha', '=', run.tested_sha)
  return (await clean.where('execution.dirty', '=', 0).executeTakeFirst()) ?? run
}

/** A merge group is made upon main, or upon the group before it. */
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
  eligible: () => Eligible,
): Promise<ChosenBase | null> {
  const tree = origin && (await readCommit(ctx.store, head.project_id, origin))?.tree
  if (!origin || !tree) return null
  const base = await eligible().where('execution.tree', '=', tree).executeTakeFirst()
  const because = `the same files as commit ${short(origin)}, tested as another commit`
  return base ? { base, rule: 'equal-tree', commitsAway: 0, because } : null
}

/** Walks back along the commits of uploads, from the merge base of the head. */
async function nearestAncestor(
  ctx: Ctx,
  head: ExecutionRow,
  origin: string | null,
  branch: string | null,
  eligible: () => Eligible,
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
  // A clean head is not its own base, even if the same commit was tested before.
  if (isOwnCommit(head, from)) shas.delete(from)
  const ancestor = await firstTested(from, shas, (commits) =>
    readParents(ctx.store, head.project_id, commits),
  )
  if (!ancestor) return null
  const found = await candidates().where('execution.tested_sha', '=', ancestor.sha).executeTakeFirst()
  if (!found) return null
  const base = await cleanRunOf(found, candidates)
  const { distance } = ancestor
  const way = distance === 1 ? '1 commit' : `${distance} commits`
  const because =
    distance === 0
      ? base.dirty === 1
        ? `another run of commit ${short(from)}, with changes on top of it too`
        : `the commit ${short(from)} itself, without the changes on top of it`
      : `the nearest tested commit, ${way} before ${short(from)}`
  const untested = distance > 0 && head.branch !== branch ? origin : null
  return { base, rule: 'ancestor', commitsAway: distance, because, untested }
}

/** A pull request upon another one's branch, which has no runs of its own: the default branch is below both. */
async function belowTarget(
  ctx: Ctx,
  head: ExecutionRow,
  origin: string | null,
  branch: string | null,
  eligible: () => Eligible,
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

/** Without a default branch, the commits before the head are known to be earlier than it, on any branch. */
async function anyAncestor(
  ctx: Ctx,
  head: ExecutionRow,
  origin: string | null,
  eligible: () => Eligible,
): Promise<ChosenBase | null> {
  if (head.base_branch !== null || (await defaultBranchOf(ctx, head)) !== null) return null
  return nearestAncestor(ctx, head, origin, null, eligible)
}

async function newest(
  head: ExecutionRow,
  branch: string | null,
  eligible: () => Eligible,
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
const nameOf = (branch: string | null) => branch ?? 'the base branch'
