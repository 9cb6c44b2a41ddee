import { latestParts, PLACE_COLUMNS } from '../executions/latest-parts.ts'
import type { LockedExecution } from '../executions/lock.ts'
import { type Db, listOf } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'
import { encodeRanSet } from './ran-set.ts'

/** One leg of an execution, with the set of tests that ran in it. */
export interface LegRun {
  legId: number
  tree: string | null
  ranId: number
}

/** Stores which tests ran in each leg of an execution, from one read of its results in key order. */
export async function writeLegRuns(db: Db, execution: LockedExecution): Promise<LegRun[]> {
  const parts = await db
    .selectFrom('part')
    .select(['number', 'tree', ...PLACE_COLUMNS])
    .where('execution_id', '=', execution.id)
    .execute()
  // One read for all legs: an execution may have hundreds, and each read visits all of its results.
  const ranOf = await db
    .selectFrom('result')
    .innerJoin('part', (join) =>
      join.onRef('part.execution_id', '=', 'result.execution_id').onRef('part.number', '=', 'result.part'),
    )
    .select(['part.leg_id', listOf(execution.dialect, 'result.test_id').as('ids')])
    .where('result.execution_id', '=', execution.id)
    .where((eb) => eb.between('result.verdict', VERDICT.passed, VERDICT.flaky))
    .groupBy('part.leg_id')
    .orderBy('part.leg_id')
    .execute()
  const partsOf = Map.groupBy(parts, (part) => part.leg_id)
  const legs: LegRun[] = []
  for (const { leg_id: legId, ids } of ranOf) {
    const trees = new Set(latestParts(partsOf.get(legId) ?? []).map((part) => part.tree))
    const [tree = null] = trees.size === 1 ? trees : []
    const ranId = await ranSetId(db, execution.project_id, JSON.parse(ids ?? '[]') as number[])
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
async function ranSetId(db: Db, projectId: number, ran: number[]): Promise<number> {
  const { hash, data } = encodeRanSet(ran)
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
