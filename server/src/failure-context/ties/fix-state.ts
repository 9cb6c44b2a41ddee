import { isWithin, readAncestors } from '../../commits/commit-graph.ts'
import { isTrusted } from '../../executions/is-trusted.ts'
import { defaultBranches } from '../../projects/default-branch.ts'
import type { Store } from '../../store/open.ts'
import type { TieRow } from './read-ties.ts'

/** Whether a documented fix still holds. */
interface FixState {
  isStale: boolean
  because: string | null
}

/** The number of newest runs with a failure that are read, and of commits before them. */
const MOST_RUNS = 20
const MOST_COMMITS = 2_000

type Fixed = Pick<TieRow, 'fingerprint' | 'fix' | 'fix_sha' | 'tied_at' | 'failureProjectId'>
type Run = Awaited<ReturnType<typeof readRuns>>[number]

/** The state of each tie's fix, in their order. A tie without a fix explains a failure that may come back. */
export const readFixStates = (store: Store, ties: Fixed[]): Promise<FixState[]> =>
  Promise.all(
    ties.map((tie) =>
      tie.fix === null && tie.fix_sha === null ? { isStale: false, because: null } : fixState(store, tie),
    ),
  )

async function fixState(store: Store, tie: Fixed): Promise<FixState> {
  const runs = await readRuns(store, tie)
  if (runs.length === 0) return { isStale: false, because: 'no run that counts has had the failure' }
  const byCommits = tie.fix_sha === null ? null : await stateByCommits(store, tie, tie.fix_sha, runs)
  return byCommits ?? stateByTime(store, tie, runs)
}

/** Stale if the failure came back in a run whose commit contains the fix; null if nobody knows the commit. */
async function stateByCommits(store: Store, tie: Fixed, fix: string, runs: Run[]): Promise<FixState | null> {
  const tips = [...new Set(runs.flatMap(({ tested_sha, head_sha }) => [tested_sha, head_sha]))].filter(
    (sha) => sha !== null,
  )
  const parents = await readAncestors(store, tie.failureProjectId, tips, MOST_COMMITS)
  const contains = (sha: string | null) => sha !== null && isWithin(fix, sha, parents)
  const after = runs.find(({ tested_sha, head_sha }) => contains(tested_sha) || contains(head_sha))
  if (after)
    return stale(
      `the failure came back on ${after.branch ?? 'a run without a branch'}, in a commit with the fix`,
    )
  return (await isKnown(store, tie.failureProjectId, fix))
    ? { isStale: false, because: 'no failed run has contained the fix' }
    : null
}

/** Stale if the default branch failed again after the fix was noted. */
async function stateByTime(store: Store, tie: Fixed, runs: Run[]): Promise<FixState> {
  const commit = tie.fix_sha === null ? 'the tie names no commit' : 'the commit of the fix is unknown'
  const branches = await defaultBranches(store.read, tie.failureProjectId)
  const later = runs.find(
    ({ branch, started_at }) => branch !== null && branches.includes(branch) && started_at > tie.tied_at,
  )
  return later
    ? stale(`the failure came back on ${later.branch} after the fix was noted; ${commit}`)
    : { isStale: false, because: `${commit}, and the default branch has not failed since` }
}

const stale = (because: string): FixState => ({ isStale: true, because })

const readRuns = ({ read }: Store, { failureProjectId, fingerprint }: Fixed) =>
  read
    .selectFrom('failure_cluster')
    .innerJoin('failure_run', 'failure_run.cluster_id', 'failure_cluster.id')
    .innerJoin('execution', 'execution.id', 'failure_run.execution_id')
    .select(['execution.tested_sha', 'execution.head_sha', 'execution.branch', 'failure_run.started_at'])
    .where('failure_cluster.project_id', '=', failureProjectId)
    .where('failure_cluster.fingerprint', '=', fingerprint)
    .where(isTrusted)
    .orderBy('failure_run.started_at', 'desc')
    .limit(MOST_RUNS)
    .execute()

/** Whether uploads have reported the commit itself. */
async function isKnown({ lookup }: Store, projectId: number, sha: string): Promise<boolean> {
  const row = await lookup
    .selectFrom('commit')
    .select('sha')
    .where('project_id', '=', projectId)
    .where('sha', '=', sha)
    .executeTakeFirst()
  return row !== undefined
}
