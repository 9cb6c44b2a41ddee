import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { RunsWanted } from './runs-of.ts'

/** One leg of a counted execution, among its neighbours in time. */
interface SequencedRun {
  execution_id: number
  leg_id: number
  branch: string
  suite: string
  tree: string | null
  ran_id: number
}

/** The window's runs on these branches, oldest first, a list for each branch, suite and leg. */
export async function runSequences(
  { read, dialect }: Pick<Store, 'dialect' | 'read'>,
  { projectId, from, to, suite }: RunsWanted,
  branches: ReadonlySet<string>,
): Promise<SequencedRun[][]> {
  if (branches.size === 0) return []
  let query = read
    .selectFrom('leg_run')
    .select(['execution_id', 'leg_id', 'branch', 'suite', 'tree', 'ran_id'])
    .where('project_id', '=', projectId)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .where(isOneOf(dialect, 'branch', [...branches]))
  if (suite !== undefined) query = query.where('suite', '=', suite)
  const runs = await query.orderBy('started_at').orderBy('execution_id').execute()
  return [...Map.groupBy(runs, (run) => JSON.stringify([run.branch, run.suite, run.leg_id])).values()]
}
