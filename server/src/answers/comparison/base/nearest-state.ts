import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import type { Bases } from './eligible-bases.ts'
import { readMainline } from './mainline.ts'

/** The number of runs of the newest states that are searched for the nearest. */
const MOST_RUNS = 200

/**
 * The tested state of a branch that is nearest before a commit of it, with that state's commit and its distance,
 * whichever branch its run names: in a merge queue no run bears the branch's name. Only runs count that `isOfLine`
 * admits.
 */
export async function nearestState(
  store: Store,
  head: ExecutionRow,
  from: string,
  eligible: Bases,
  isOfLine: (run: ExecutionRow) => boolean,
): Promise<{ base: ExecutionRow; sha: string; distance: number } | null> {
  const mainline = await readMainline(store, head.project_id, from)
  const trees = mainline.flatMap(({ tree }) => tree ?? [])
  const shas = mainline.map(({ sha }) => sha)
  const tested = (column: 'tested_sha' | 'tree', list: string[]) =>
    list.length === 0
      ? []
      : eligible({ ofPulls: true })
          .where(isOneOf(store.dialect, column, list))
          .clearLimit()
          .limit(MOST_RUNS)
          .execute()
  const [bySha, byTree] = await Promise.all([tested('tested_sha', shas), tested('tree', trees)])
  const isOwn = (run: ExecutionRow) =>
    head.dirty === 0 && run.tested_sha !== null && run.tested_sha === head.tested_sha
  const runs = [...bySha, ...byTree].filter((run) => !isOwn(run) && isOfLine(run))
  for (const [distance, { sha, tree }] of mainline.entries()) {
    const of = runs.filter((run) => run.tested_sha === sha || (tree !== null && run.tree === tree))
    const base = of.find((run) => run.pull_request === null) ?? of[0]
    if (base) return { base, sha, distance }
  }
  return null
}
