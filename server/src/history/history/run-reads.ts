import { type Db, type Dialect, listOf } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { type FailedOrFlaky, readBadOf } from '../../results/results/read-failed-or-flaky.ts'
import { type BadRun, badRunsOf } from './bad-runs.ts'
import { isOfDefaultBranch, type PackedPage, packDurations, readDurations } from './duration-pages.ts'
import { encodeRanSet, type RanSet } from './ran-set.ts'
import { readSharedErrors } from './shared-errors.ts'

/** What history needs of an execution's results. It takes most of the time of settling a large one. */
export interface RunReads {
  /** The failed and flaky results. */
  bad: FailedOrFlaky[]
  /** Which tests ran in each leg. */
  ran: { legId: number; set: RanSet }[]
  /** What is bad about them, by leg and test. */
  badRuns: BadRun[]
  /** Of a run of the default branch, its tests' durations, longest first; else null. */
  durations: PackedPage[] | null
}

/** Reads it, in the transaction that settles the execution or before. */
export async function readRun(
  db: Db,
  execution: Pick<
    LockedExecution,
    'id' | 'project_id' | 'branch' | 'dialect' | 'passed' | 'failed' | 'flaky'
  >,
): Promise<RunReads> {
  const { dialect, passed, failed, flaky } = execution
  const bad = await readBadOf(db, execution.id)
  const shared = await readSharedErrors(db, dialect, bad, passed + failed + flaky)
  const durations = (await isOfDefaultBranch(db, execution))
    ? packDurations(await readDurations({ read: db, dialect }, execution.id))
    : null
  const parts = await db
    .selectFrom('part')
    .select(['number', 'leg_id'])
    .where('execution_id', '=', execution.id)
    .execute()
  const legOf = new Map(parts.map((part) => [part.number, part.leg_id]))
  const badRuns = badRunsOf(execution, bad, legOf, shared)
  return { bad, ran: await readRan(db, execution.id, dialect), badRuns, durations }
}

/** One read for all legs, in key order: an execution may have hundreds, and each read visits all of its results. */
async function readRan(db: Db, executionId: number, dialect: Dialect): Promise<RunReads['ran']> {
  const rows = await db
    .selectFrom('result')
    .innerJoin('part', (join) =>
      join.onRef('part.execution_id', '=', 'result.execution_id').onRef('part.number', '=', 'result.part'),
    )
    .select(['part.leg_id', listOf(dialect, 'result.test_id').as('ids')])
    .where('result.execution_id', '=', executionId)
    .where((eb) => eb.between('result.verdict', VERDICT.passed, VERDICT.flaky))
    .groupBy('part.leg_id')
    .orderBy('part.leg_id')
    .execute()
  return rows.map(({ leg_id, ids }) => ({
    legId: leg_id,
    set: encodeRanSet(JSON.parse(ids ?? '[]') as number[]),
  }))
}
