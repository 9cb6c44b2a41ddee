import { sql } from 'kysely'
import { dayOf } from '../../ground/kernel/time.ts'
import { type Db, isOneOf } from '../../ground/store/portable.ts'
import { EVIDENCE, FLAW } from '../../ground/store/tables.ts'
import { lockProject } from '../../people/projects/find-or-make.ts'
import { projectHasCi } from '../../results/executions/has-ci.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { isFailedOrFlaky } from '../../results/results/is-failed-or-flaky.ts'
import { writeDurations } from './duration-pages.ts'
import { type LegRun, writeLegRuns } from './leg-runs.ts'
import { MANY_FAILED, MASS_FAILURE } from './mass-failure-limits.ts'
import type { RunReads } from './run-reads.ts'
import { gradeAgainst } from './same-tree.ts'

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
  const added = (await counts(db, execution)) ? await add(db, execution, reads) : null
  await db
    .updateTable('execution')
    .set({ counted: added ? 1 : 0 })
    .where('id', '=', execution.id)
    .execute()
  execution.counted = added ? 1 : 0
  return added
}

async function add(db: Db, execution: LockedExecution, { ran, shared, durations }: RunReads): Promise<Added> {
  const { dialect } = execution
  const legs = await writeLegRuns(db, execution, ran)
  const isShared =
    shared.length === 0
      ? sql<boolean>`1 = 0`
      : sql<boolean>`(r.reason_id is not null and ${isOneOf(dialect, 'r.reason_id', shared)})`
  // Failures of a run with an outage are no disagreement with other runs of its code, whatever they say.
  const isInOutage = sql.lit(shared.length > 0 || hasManyFailures(execution) ? 1 : 0)
  // Outage failures do not count; what passed at a retry for reasons of its own still does.
  await sql`
    insert into bad_run (execution_id, leg_id, test_id, started_at, flaws)
    select r.execution_id, p.leg_id, r.test_id, ${sql.lit(execution.started_at)},
      max(case when r.verdict = 2 then ${sql.lit(FLAW.failed)} else 0 end)
        + max(case when r.verdict = 3 and not ${isShared} then ${sql.lit(FLAW.retried)} else 0 end)
        + case when max(case when ${isShared} then 1 else 0 end) = 1
            and max(case when r.verdict = 2 and not ${isShared} then 1 else 0 end) = 0
            or max(case when r.verdict = 2 then ${isInOutage} else 0 end) = 1
          then ${sql.lit(FLAW.shared)} else 0 end
    from result r join part p on p.execution_id = r.execution_id and p.number = r.part
    where r.execution_id = ${execution.id} and ${isFailedOrFlaky('r.verdict')}
    group by r.execution_id, p.leg_id, r.test_id`.execute(db)
  const exposed = await gradeAgainst(db, execution, legs)
  await addToDays(db, execution, 1)
  await writeDurations(db, execution, durations)
  return { legs, exposed }
}

/** Adds an execution's failures to its day, or subtracts those of `some`. */
export async function addToDays(
  db: Db,
  execution: LockedExecution,
  times: 1 | -1,
  some = sql<boolean>`1 = 1`,
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

/** True if so many tests failed that flakes of single tests do not explain it. */
const hasManyFailures = ({ passed, failed, flaky }: LockedExecution): boolean =>
  failed >= MANY_FAILED.leastTests && failed >= MANY_FAILED.share * (passed + failed + flaky)

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
