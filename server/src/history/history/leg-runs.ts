import type { Db } from '../../ground/store/portable.ts'
import { latestParts, PLACE_COLUMNS } from '../../results/executions/latest-parts.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import type { RanSet } from './ran-set.ts'
import type { RunReads } from './run-reads.ts'

/** One leg of an execution, with the set of tests that ran in it. */
export interface LegRun {
  legId: number
  tree: string | null
  ranId: number
}

/** Stores which tests ran in each leg of an execution. */
export async function writeLegRuns(
  db: Db,
  execution: LockedExecution,
  ran: RunReads['ran'],
): Promise<LegRun[]> {
  const parts = await db
    .selectFrom('part')
    .select(['number', 'tree', ...PLACE_COLUMNS])
    .where('execution_id', '=', execution.id)
    .execute()
  const partsOf = Map.groupBy(parts, (part) => part.leg_id)
  const legs: LegRun[] = []
  for (const { legId, set } of ran) {
    const trees = new Set(latestParts(partsOf.get(legId) ?? []).map((part) => part.tree))
    const [tree = null] = trees.size === 1 ? trees : []
    const ranId = await ranSetId(db, execution.project_id, set)
    legs.push({ legId, tree, ranId })
  }
  for (const { legId, tree, ranId } of legs)
    await db
      .insertInto('leg_run')
      .values({
        execution_id: execution.id,
        leg_id: legId,
        project_id: execution.project_id,
        started_at: execution.started_at,
        branch: execution.branch ?? '',
        suite: execution.suite,
        tree,
        ran_id: ranId,
      })
      .execute()
  return legs
}

/** The set's id; consecutive runs have the same tests, so it nearly always exists already. */
async function ranSetId(db: Db, projectId: number, { hash, data }: RanSet): Promise<number> {
  const find = () =>
    db
      .selectFrom('ran_set')
      .select('id')
      .where('project_id', '=', projectId)
      .where('hash', '=', hash)
      .executeTakeFirst()
  const known = await find()
  if (known) return known.id
  const { id } = await db
    .insertInto('ran_set')
    .values({ project_id: projectId, hash, data })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
