import { latestParts, PLACE_COLUMNS } from '../executions/latest-parts.ts'
import type { LockedExecution } from '../executions/lock.ts'
import { type Db, listOf } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'
import { encodeRanSet } from './ran-set.ts'

/** One leg of an execution, and which of the project's sets of tests ran in it. */
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
    .orderBy('leg_id')
    .execute()
  const legs: LegRun[] = []
  for (const [legId, own] of Map.groupBy(parts, (part) => part.leg_id)) {
    const { ids } = await db
      .selectFrom('result')
      .select(listOf(execution.dialect, 'test_id').as('ids'))
      .where('execution_id', '=', execution.id)
      .where((eb) => eb.between('verdict', VERDICT.passed, VERDICT.flaky))
      .where(
        'part',
        'in',
        own.map((part) => part.number),
      )
      .executeTakeFirstOrThrow()
    const ran = JSON.parse(ids ?? '[]') as number[]
    if (ran.length === 0) continue
    const trees = new Set(latestParts(own).map((part) => part.tree))
    const [tree = null] = trees.size === 1 ? trees : []
    legs.push({ legId, tree, ranId: await ranSetId(db, execution.project_id, ran) })
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
