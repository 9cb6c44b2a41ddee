import type { Db } from '../../ground/store/portable.ts'
import { defaultBranches } from '../../people/projects/default-branch.ts'

/** The newest runs of the default branch among which each suite's newest one is searched. */
const MOST_RUNS = 200

/** Runs of the default branch that count and have their results, the newest first; of the first of its usual names that has a run. */
export async function readNewestRuns(read: Db, projectId: number) {
  for (const branch of await defaultBranches(read, projectId)) {
    const runs = await read
      .selectFrom('execution')
      .select(['id', 'suite', 'started_at', 'branch'])
      .where('project_id', '=', projectId)
      .where('branch', '=', branch)
      .where('counted', '=', 1)
      .where('results_removed_at', 'is', null)
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc')
      .limit(MOST_RUNS)
      .execute()
    if (runs.length > 0) return runs
  }
  return []
}

/** The first run of each suite. */
export const firstOfSuites = <Run extends { suite: string }>(runs: Run[]): Run[] =>
  [...Map.groupBy(runs, (run) => run.suite).values()].flatMap(([run]) => run ?? [])
