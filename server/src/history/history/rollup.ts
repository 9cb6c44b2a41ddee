import { type RawBuilder, sql } from 'kysely'
import { dayOf } from '../../ground/kernel/time.ts'
import { type Db, insertColumns } from '../../ground/store/portable.ts'
import { EVIDENCE, FLAW } from '../../ground/store/tables.ts'
import { lockProject } from '../../people/projects/find-or-make.ts'
import { projectHasCi } from '../../results/executions/has-ci.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import type { BadRun } from './bad-runs.ts'
import { writeDurations } from './duration-pages.ts'
import { type LegRun, writeLegRuns } from './leg-runs.ts'
import { MASS_FAILURE } from './mass-failure-limits.ts'
import type { RunReads } from './run-reads.ts'
import { findPeers, findProven, type Regraded, regrade } from './same-tree.ts'

/** The contribution of an execution to the history of its tests. */
export interface Added {
  legs: LegRun[]
  /**
   * Tests of other executions whose failures are flaky because this execution passed them on the
   * same tree.
   */
  exposed: number[]
}

/**
 * Adds a settled execution to the history of its tests: the tests that ran, the failures, and the counts of
 * the day. Returns null if the execution does not count. The resulting rows do not depend on the order of
 * settling.
 */
export async function addToHistory(
  db: Db,
  execution: LockedExecution,
  reads: RunReads,
): Promise<Added | null> {
  await addBadRuns(db, execution, reads.badRuns)
  const legs = await addRuns(db, execution, reads)
  if (!legs) return null
  const store = { dialect: execution.dialect, read: db }
  const proven = await findProven(store, await findPeers(store, execution, legs))
  await regrade(db, execution, proven, 1)
  await writeDurations(db, execution, reads.durations)
  return addedBy(execution, legs, proven)
}

export const addedBy = ({ id }: Pick<LockedExecution, 'id'>, legs: LegRun[], proven: Regraded[]): Added => ({
  legs,
  exposed: proven.filter(({ execution_id }) => execution_id !== id).map(({ test_id }) => test_id),
})

/**
 * Adds some failures of an execution that counts, consecutive ones in their order. No reader of runs finds them before
 * `addRuns`.
 */
export async function addBadRuns(
  db: Db,
  execution: LockedExecution,
  badRuns: readonly BadRun[],
): Promise<void> {
  const [first, last] = [badRuns[0], badRuns.at(-1)]
  if (!first || !last || !(await counts(db, execution))) return
  await insertColumns(db, execution.dialect, 'bad_run', {
    execution_id: execution.id,
    started_at: execution.started_at,
    leg_id: badRuns.map((one) => one.legId),
    test_id: badRuns.map((one) => one.testId),
    flaws: badRuns.map((one) => one.flaws),
  })
  const place = ({ legId, testId }: BadRun) => sql`(${sql.lit(legId)}, ${sql.lit(testId)})`
  const some = sql<boolean>`(leg_id, test_id) >= ${place(first)} and (leg_id, test_id) <= ${place(last)}`
  await addToDays(db, execution, 1, some)
}

/**
 * Adds the runs of an execution whose failures `addBadRuns` has added, which from then on count. `regrade` grades failures
 * of the same tree. Returns null if the execution does not count.
 */
export async function addRuns(
  db: Db,
  execution: LockedExecution,
  { ran }: RunReads,
): Promise<LegRun[] | null> {
  const isCounted = await counts(db, execution)
  execution.counted = isCounted ? 1 : 0
  await db
    .updateTable('execution')
    .set({ counted: execution.counted })
    .where('id', '=', execution.id)
    .execute()
  return isCounted ? writeLegRuns(db, execution, ran) : null
}

/** Adds some of an execution's failures to its day, or subtracts them. */
export async function addToDays(
  db: Db,
  execution: LockedExecution,
  times: 1 | -1,
  some: RawBuilder<boolean>,
): Promise<void> {
  const has = (flaw: number) =>
    sql`case when (flaws & ${sql.lit(flaw)}) <> 0 then ${sql.lit(times)} else 0 end`
  await sql`
    insert into test_day (project_id, day, test_id, branch, leg_id, failed, flaky, same_tree)
    select ${sql.lit(execution.project_id)}, ${sql.lit(dayOf(execution.started_at))}, test_id,
      cast(${execution.branch ?? ''} as text), leg_id,
      ${has(FLAW.failed)}, ${has(EVIDENCE)}, ${has(FLAW.sameTree)}
    from bad_run where execution_id = ${execution.id} and ${some}
      and flaws <> ${sql.lit(FLAW.shared)}
    order by test_id, leg_id
    on conflict (project_id, day, test_id, branch, leg_id) do update set
      failed = test_day.failed + excluded.failed, flaky = test_day.flaky + excluded.flaky,
      same_tree = test_day.same_tree + excluded.same_tree`.execute(db)
}

/**
 * Only clean CI runs count as history, except those in which everything failed at once. A project's
 * local runs, dirty or not, count until its first CI run, which then deletes them. Locks the
 * project, so that its executions are added one after the other.
 */
async function counts(db: Db, execution: LockedExecution): Promise<boolean> {
  const { trust, dirty } = execution
  if (trust === 'fork' || isMassFailure(execution)) return false
  if (trust === 'ci' && dirty === 1) return false
  await lockProject(db, execution.dialect, execution.project_id)
  return trust === 'ci' || !(await projectHasCi(db, execution.project_id))
}

/**
 * True if so many tests failed that the run says nothing about a single test. A flaky test counts
 * as failed: in an outage that was retried, everything failed first and then passed.
 */
function isMassFailure({
  passed,
  failed,
  flaky,
}: Pick<LockedExecution, 'passed' | 'failed' | 'flaky'>): boolean {
  const ran = passed + failed + flaky
  return ran === 0 || (ran >= MASS_FAILURE.leastTests && (failed + flaky) / ran >= MASS_FAILURE.share)
}

/** Why an execution is excluded from rates; null if it counts. */
export function excludedBecause(
  execution: Pick<LockedExecution, 'counted' | 'trust' | 'dirty' | 'passed' | 'failed' | 'flaky'>,
): 'not-settled' | 'fork' | 'outage' | 'dirty' | 'local' | null {
  const { counted, trust, dirty } = execution
  if (counted === 1) return null
  if (counted === null) return 'not-settled'
  if (trust === 'fork') return 'fork'
  if (isMassFailure(execution)) return 'outage'
  return trust === 'ci' && dirty === 1 ? 'dirty' : 'local'
}
