import { sql } from 'kysely'
import { dayOf } from '../../ground/kernel/time.ts'
import { type Db, isOneOf } from '../../ground/store/portable.ts'
import { lockProject } from '../../people/projects/find-or-make.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { addToDays } from './rollup.ts'
import { findUnproven, regrade } from './same-tree.ts'

/**
 * Takes the runs of an execution from history, and with them its failures from every reader; before, takes back what they
 * prove of other runs, at most `rows` failures. Returns how many it took back; null if others are left.
 */
export async function takeRuns(db: Db, execution: LockedExecution, rows: number): Promise<number | null> {
  const { id, dialect, project_id } = execution
  await lockProject(db, dialect, project_id)
  const unproven = await findUnproven({ dialect, read: db }, execution)
  await regrade(db, execution, unproven.slice(0, rows), -1)
  if (unproven.length > rows) return null
  await db.deleteFrom('leg_run').where('execution_id', '=', id).execute()
  await db.updateTable('execution').set({ counted: null }).where('id', '=', id).execute()
  execution.counted = null
  return unproven.length
}

/** Reverts `addToHistory` after `takeRuns`, at most `rows` failures of it; returns true once nothing is left. */
export async function takeFromHistory(db: Db, execution: LockedExecution, rows: number): Promise<boolean> {
  const { id, dialect, project_id } = execution
  await lockProject(db, dialect, project_id)
  // Counted or not: an end between the steps that add it leaves failures without runs.
  if ((await takeFailures(db, execution, rows)) >= rows) return false
  await db.deleteFrom('duration_page').where('execution_id', '=', id).execute()
  return true
}

/** Returns how many failures it took. */
async function takeFailures(db: Db, execution: LockedExecution, rows: number): Promise<number> {
  const bad = await db
    .selectFrom('bad_run')
    .select(['leg_id', 'test_id'])
    .where('execution_id', '=', execution.id)
    .orderBy('leg_id')
    .orderBy('test_id')
    .limit(rows)
    .execute()
  const last = bad.at(-1)
  if (!last) return 0
  const some = sql<boolean>`(leg_id, test_id) <= (${sql.lit(last.leg_id)}, ${sql.lit(last.test_id)})`
  await addToDays(db, execution, -1, some)
  await removeEmptyDays(db, execution, [...new Set(bad.map((row) => row.test_id))])
  await db.deleteFrom('bad_run').where('execution_id', '=', execution.id).where(some).execute()
  return bad.length
}

/**
 * Postgres would join a subquery of 140,000 tests row by row, which takes minutes: without
 * statistics, it expects no rows.
 */
const removeEmptyDays = (db: Db, { dialect, project_id, started_at }: LockedExecution, testIds: number[]) =>
  db
    .deleteFrom('test_day')
    .where('project_id', '=', project_id)
    .where('day', '=', dayOf(started_at))
    .where('failed', '<=', 0)
    .where('flaky', '<=', 0)
    .where(isOneOf(dialect, 'test_id', testIds))
    .execute()
