import type { Context } from '../../../ground/kernel/context.ts'
import { slug } from '../../../ground/kernel/quoted.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'

type Ctx = Pick<Context, 'store'>

/** The head's target: its pull request's base branch, else the project's default branch, else its own. */
export async function baseBranchOf(ctx: Ctx, head: ExecutionRow): Promise<string | null> {
  return head.base_branch ?? (await defaultBranchOf(ctx, head)) ?? head.branch
}

/**
 * The project's default branch: the configured one, else `main` or `master`; null if there is none
 * of these.
 */
export async function defaultBranchOf(ctx: Ctx, head: ExecutionRow): Promise<string | null> {
  const project = await ctx.store.read
    .selectFrom('project')
    .select('default_branch')
    .where('id', '=', head.project_id)
    .executeTakeFirst()
  return project?.default_branch ?? (await usualBranch(ctx, head))
}

/**
 * If nothing names the default branch but the project has runs of `main` or `master`, that branch is used. Runs of
 * other suites count: a new suite would be compared with its own branch, and what it breaks would be no regression.
 */
async function usualBranch(ctx: Ctx, head: ExecutionRow): Promise<string | null> {
  const row = await ctx.store.read
    .selectFrom('execution')
    .select('branch')
    .where('project_id', '=', head.project_id)
    // The branch of a pull request may have that name, in a fork.
    .where('pull_request', 'is', null)
    .where('branch', 'in', ['main', 'master'])
    .orderBy('branch')
    .limit(1)
    .executeTakeFirst()
  return row?.branch ?? null
}

/** The name of a base branch in a sentence. */
export const nameOf = (branch: string | null) => (branch === null ? 'the base branch' : slug(branch))
