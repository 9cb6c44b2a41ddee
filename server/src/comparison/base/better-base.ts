import { type ExecutionRow, executionRows } from '../../executions/execution-row.ts'
import type { Context } from '../../kernel/context.ts'
import type { BaseChoice } from '../choose-base.ts'

/** Runs of one commit that are looked at for why none of them is a base. */
const MOST_RUNS = 20

/** What would have given a better base than the one that was found, in words; null if there is none. */
export async function betterThan(
  ctx: Pick<Context, 'store' | 'caller'>,
  head: ExecutionRow,
  /** Where the head left the base branch, as far as that is known. */
  origin: string | null,
  /** True if the head is a run of the base branch itself. */
  isBaseBranch: boolean,
  { rule, base, commitsAway }: Pick<BaseChoice, 'rule' | 'base' | 'commitsAway'>,
): Promise<string | null> {
  if (rule === 'merge-parent' || rule === 'merge-base' || rule === 'equal-tree') return null
  if (origin !== null && base?.tested_sha !== origin) return atOrigin(ctx, head, origin)
  if (rule === 'newest' && commitsAway === 0)
    return 'A run of an earlier commit: so far the commit is compared with itself.'
  if (rule === 'newest')
    return 'The commits in between are not known: uploads from a clone with history (fetch-depth: 0) report them, and then the nearest tested commit becomes the base.'
  if (rule === 'none' || origin !== null || (commitsAway ?? 0) < 2) return null
  return isBaseBranch
    ? `A run of a commit in between: ${untested((commitsAway ?? 2) - 1)}.`
    : 'Where this branch left its base is not known: an upload from a clone with history (fetch-depth: 0) reports it, and a run of exactly that commit becomes the base.'
}

const untested = (commits: number) =>
  commits === 1
    ? 'the 1 commit in between has no run that can be a base'
    : `the ${commits} commits in between have no run that can be a base`

async function atOrigin(ctx: Pick<Context, 'store' | 'caller'>, head: ExecutionRow, origin: string) {
  const commit = origin.slice(0, 7)
  const runs = await runsOf(ctx, head, origin)
  if (runs.length === 0)
    return `A run of commit ${commit}, where this branch left its base: that commit has no run.`
  const why = [...new Set(runs.map((run) => shortcoming(run, head)))].join(', one ')
  return `A complete run of commit ${commit}, where this branch left its base: one ${why}.`
}

const runsOf = ({ store, caller }: Pick<Context, 'store' | 'caller'>, head: ExecutionRow, sha: string) =>
  executionRows(store.read, caller.organizationId, caller.projectId)
    .where('execution.project_id', '=', head.project_id)
    .where('execution.tested_sha', '=', sha)
    .where('execution.id', '<>', head.id)
    .orderBy('execution.started_at', 'desc')
    .limit(MOST_RUNS)
    .execute()

/** Why a run of the right commit is not a base. */
function shortcoming(run: ExecutionRow, head: ExecutionRow): string {
  if (run.suite !== head.suite) return `is of the suite ${run.suite}`
  if (run.state === 'running') return 'is still running'
  if (run.state === 'cancelled') return 'was cancelled'
  if (run.state === 'incomplete') return 'is incomplete'
  if (run.trust === 'fork') return 'comes from a fork'
  if (run.pull_request !== null) return 'belongs to a pull request'
  if (run.dirty === 1) return 'had uncommitted changes'
  if (run.trust === 'local') return 'is from a laptop'
  if (run.results_removed_at !== null) return 'has lost its results to retention'
  return 'has no tests'
}
