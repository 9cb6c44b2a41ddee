import type { Context } from '../../../ground/kernel/context.ts'
import { slug } from '../../../ground/kernel/quoted.ts'
import { readAncestors } from '../../../results/commits/commit-graph.ts'
import { type ExecutionRow, executionRows } from '../../../results/executions/execution-row.ts'
import type { Line } from '../evidence/base-runs.ts'

export interface BaseChoice {
  base: ExecutionRow | null
  rule: 'merge-parent' | 'merge-base' | 'equal-tree' | 'ancestor' | 'newest' | 'none'
  commitsAway: number | null
  because: string
  /** What would have given a better base; null if there is none. */
  better: string | null
  /** The commit where the head left the base branch, if no run tested it and the base is an earlier one. */
  untested: string | null
  /** Where the history of the base is. */
  line: Line
}

/** The number of runs of one commit that are examined to explain why none of them is a base. */
const MOST_RUNS = 20

/** The number of commits of both histories that are searched for a path from one run to the other. */
const MOST_COMMITS = 500

/** What would have given a better base than the chosen one, in words; null if nothing would. */
export async function betterThan(
  ctx: Pick<Context, 'store' | 'caller'>,
  head: ExecutionRow,
  /** The commit where the head left the base branch, if it is known. */
  origin: string | null,
  /** True if the head is a run of the base branch itself. */
  isBaseBranch: boolean,
  { rule, base, commitsAway }: Pick<BaseChoice, 'rule' | 'base' | 'commitsAway'>,
): Promise<string | null> {
  if (rule === 'merge-parent' || rule === 'merge-base' || rule === 'equal-tree') return null
  if (origin !== null && base?.tested_sha !== origin) return atOrigin(ctx, head, origin)
  if (rule === 'newest' && commitsAway === 0)
    return 'A run of an earlier commit: so far the commit is compared with itself.'
  if (rule === 'newest') return base === null ? null : ofAncestors(ctx, head, base)
  if (rule === 'none' || origin !== null || (commitsAway ?? 0) < 2) return null
  return isBaseBranch
    ? `A run of a commit in between: ${untested((commitsAway ?? 2) - 1)}.`
    : head.trust === 'local'
      ? 'Where this branch left its base is not known. In a clone with a remote origin, git remote set-head origin --auto lets uploads report it.'
      : 'Where this branch left its base is not known: an upload from a clone with history (fetch-depth: 0) reports it, and a run of exactly that commit becomes the base.'
}

/** Why no chain of commits leads from the head to the newest run. */
async function ofAncestors(
  { store }: Pick<Context, 'store'>,
  head: ExecutionRow,
  base: ExecutionRow,
): Promise<string> {
  const from = head.head_sha ?? head.tested_sha
  if (from === null || base.tested_sha === null)
    return `${from === null ? 'This run' : 'The base run'} names no commit. Runs in a git repository with commits are compared along its history.`
  const parents = await readAncestors(store, head.project_id, [from, base.tested_sha], MOST_COMMITS)
  if (areApart(from, base.tested_sha, parents))
    return `A run of a commit that ${from.slice(0, 7)} builds on: ${base.tested_sha.slice(0, 7)} is not in its history, which was rewritten since (amended or rebased).`
  return head.trust === 'local'
    ? 'The commits in between are not known: an upload reports the 50 commits before its own. A run of one of these becomes the base.'
    : 'The commits in between are not known: uploads from a clone with history (fetch-depth: 0) report the 50 before their own, and then the nearest tested commit becomes the base.'
}

/**
 * Whether no unreported commit can join them: the head's whole history is known, or both left the
 * same commit.
 */
function areApart(head: string, base: string, parents: Map<string, string[]>): boolean {
  const [ofHead, ofBase] = [reached(head, parents), reached(base, parents)]
  return [...ofHead].every((sha) => parents.has(sha)) || [...ofBase].some((sha) => ofHead.has(sha))
}

const reached = (tip: string, parents: Map<string, string[]>): Set<string> => {
  const seen = new Set([tip])
  for (const sha of seen) for (const parent of parents.get(sha) ?? []) seen.add(parent)
  return seen
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
  if (run.suite !== head.suite) return `is of the suite ${slug(run.suite)}`
  if (run.state === 'running') return 'is still running'
  if (run.state === 'cancelled') return 'was cancelled'
  if (run.state === 'incomplete') return 'is incomplete'
  if (run.trust === 'fork') return 'comes from a fork'
  if (run.dirty === 1) return 'had uncommitted changes'
  if (run.trust === 'local') return 'is from a laptop'
  if (run.results_removed_at !== null) return 'has lost its results to retention'
  return 'has no tests'
}
