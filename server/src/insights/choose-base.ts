import { type ExecutionRow, executionRows } from '../executions/summary.ts'
import type { Context } from '../kernel/context.ts'
import { firstTested, readParents } from './commit-graph.ts'

export interface BaseChoice {
  base: ExecutionRow | null
  rule: 'merge-parent' | 'merge-base' | 'equal-tree' | 'ancestor' | 'newest' | 'none'
  commitsAway: number | null
  because: string
}

type Ctx = Pick<Context, 'store' | 'caller'>

/** Finds what an execution is best compared with; see docs/concepts.md for the rules in their order. */
export async function chooseBase(ctx: Ctx, head: ExecutionRow): Promise<BaseChoice> {
  const eligible = await bases(ctx, head)
  const baseBranch = await baseBranchOf(ctx, head)

  if (head.base_sha) {
    const base = await eligible().where('execution.tested_sha', '=', head.base_sha).executeTakeFirst()
    if (base)
      return chosen(
        base,
        'merge-parent',
        0,
        `the commit of ${nameOf(baseBranch)} that this merge was tested with`,
      )
  }
  if (head.merge_base_sha) {
    const base = await eligible().where('execution.tested_sha', '=', head.merge_base_sha).executeTakeFirst()
    if (base) return chosen(base, 'merge-base', 0, `the commit where this branch left ${nameOf(baseBranch)}`)
  }
  const origin = head.base_sha ?? head.merge_base_sha
  const originTree = origin ? await treeOf(ctx, head.project_id, origin) : null
  if (originTree) {
    const base = await eligible().where('execution.tree', '=', originTree).executeTakeFirst()
    if (base)
      return chosen(
        base,
        'equal-tree',
        0,
        `the same files as commit ${short(origin)}, tested as another commit`,
      )
  }
  const ancestor = await nearestAncestor(ctx, head, baseBranch, eligible)
  if (ancestor) return ancestor
  const base = await onBranch(eligible(), baseBranch)
    .where('execution.started_at', '<', head.started_at)
    .executeTakeFirst()
  if (base)
    return chosen(
      base,
      'newest',
      null,
      `the newest run of ${nameOf(baseBranch)} before this one; how many commits lie between is not known`,
    )
  return {
    base: null,
    rule: 'none',
    commitsAway: null,
    because: `${nameOf(baseBranch)} has no finished run yet. Comparison begins with the next run there.`,
  }
}

const chosen = (
  base: ExecutionRow,
  rule: BaseChoice['rule'],
  commitsAway: number | null,
  because: string,
): BaseChoice => ({
  base,
  rule,
  commitsAway,
  because,
})

/** Settled, clean, whole runs of a branch; local ones only while the project has no CI run. */
async function bases(ctx: Ctx, head: ExecutionRow) {
  const { organizationId, projectId } = ctx.caller
  const anyCi = await ctx.store.read
    .selectFrom('execution')
    .select('id')
    .where('project_id', '=', head.project_id)
    .where('trust', '=', 'ci')
    .limit(1)
    .executeTakeFirst()
  return () =>
    executionRows(ctx.store.read, organizationId, projectId)
      .where('execution.project_id', '=', head.project_id)
      .where('execution.suite', '=', head.suite)
      .where('execution.id', '<>', head.id)
      .where('execution.pull_request', 'is', null)
      .where('execution.trust', '=', anyCi ? 'ci' : 'local')
      // On a laptop the tree is nearly always dirty; before the first CI run it is all there is.
      .$if(anyCi !== undefined, (query) => query.where('execution.dirty', '=', 0))
      .where('execution.state', 'in', ['passed', 'failed'])
      .orderBy('execution.started_at', 'desc')
      .orderBy('execution.id', 'desc')
      .limit(1)
}

export type Eligible = ReturnType<Awaited<ReturnType<typeof bases>>>

export const onBranch = (query: Eligible, branch: string | null) =>
  branch === null ? query.where('execution.branch', 'is', null) : query.where('execution.branch', '=', branch)

/** Where the head wants to go: its pull request's target, else the project's default branch, else its own. */
async function baseBranchOf(ctx: Ctx, head: ExecutionRow): Promise<string | null> {
  if (head.base_branch) return head.base_branch
  const project = await ctx.store.read
    .selectFrom('project')
    .select('default_branch')
    .where('id', '=', head.project_id)
    .executeTakeFirst()
  return project?.default_branch ?? head.branch
}

async function treeOf(ctx: Ctx, projectId: number, sha: string): Promise<string | null> {
  const row = await ctx.store.read
    .selectFrom('commit')
    .select('tree')
    .where('project_id', '=', projectId)
    .where('sha', '=', sha)
    .executeTakeFirst()
  return row?.tree ?? null
}

/** Walks back along the commits that uploads have told of, from where the head left the base branch. */
async function nearestAncestor(
  ctx: Ctx,
  head: ExecutionRow,
  baseBranch: string | null,
  eligible: () => Eligible,
): Promise<BaseChoice | null> {
  const from = head.base_sha ?? head.merge_base_sha ?? head.head_sha ?? head.tested_sha
  if (!from) return null
  const tested = await eligible()
    .clearSelect()
    .clearLimit()
    .clearOrderBy()
    .select('execution.tested_sha')
    .where('execution.tested_sha', 'is not', null)
    .$if(baseBranch !== null, (query) => query.where('execution.branch', '=', baseBranch as string))
    .orderBy('execution.started_at', 'desc')
    .limit(1_000)
    .execute()
  const shas = new Set(tested.map((row) => row.tested_sha as string))
  // The head itself is not its own base, even where the same commit was tested before.
  if (from === head.head_sha || from === head.tested_sha) shas.delete(from)
  const found = await firstTested(from, shas, (commits) => readParents(ctx.store, head.project_id, commits))
  if (!found) return null
  const base = await eligible().where('execution.tested_sha', '=', found.sha).executeTakeFirst()
  if (!base) return null
  const way = found.distance === 1 ? '1 commit' : `${found.distance} commits`
  return chosen(base, 'ancestor', found.distance, `the nearest tested commit, ${way} before ${short(from)}`)
}

const short = (sha: string | null) => sha?.slice(0, 7) ?? ''
const nameOf = (branch: string | null) => branch ?? 'the base branch'
