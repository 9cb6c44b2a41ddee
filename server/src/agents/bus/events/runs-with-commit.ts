import type { Store } from '../../../ground/store/open.ts'
import { descendantsIn, readAncestors } from '../../../results/commits/commit-graph.ts'
import { commitsOf, provingRuns, type SettledRun } from './settled-runs.ts'

/** Settled executions that may already contain a fix. */
const MOST_AFTER = 300
/** Commits before those of the runs that one question is about. */
const MOST_COMMITS = 2_000
/** Before those of many questions together. */
const MOST_TOGETHER = 20_000

type Commits = Pick<SettledRun, 'tested_sha' | 'head_sha'>

/** Returns the newest settled executions of a project that contain a commit, as far as uploads have reported commits. */
export async function readRunsWith(
  store: Store,
  projectId: number,
): Promise<(commit: string) => SettledRun[]> {
  const rows = await provingRuns(store)
    .where('execution.project_id', '=', projectId)
    .orderBy('execution.started_at', 'desc')
    .orderBy('execution.id', 'desc')
    .limit(MOST_AFTER)
    .execute()
  const containing = await whichContain(store, projectId, rows, 1)
  return (commit) => rows.filter(containing(commit))
}

/**
 * Returns which of these runs of a project contain a commit. Reads the history of all of them at once; `questions` is
 * how many lists of runs they are.
 */
export async function whichContain(
  store: Store,
  projectId: number,
  runs: Commits[],
  questions: number,
): Promise<(commit: string) => (run: Commits) => boolean> {
  const tips = [...new Set(runs.flatMap(commitsOf))]
  const most = tips.length + Math.min(MOST_TOGETHER, questions * MOST_COMMITS)
  const descendants = descendantsIn(await readAncestors(store, projectId, tips, most))
  const known = new Map<string, Set<string>>()
  return (commit) => {
    const within = known.get(commit) ?? descendants(commit)
    known.set(commit, within)
    return (run) => commitsOf(run).some((sha) => within.has(sha))
  }
}
