import { sql } from 'kysely'
import { dayOf } from '../../ground/kernel/time.ts'
import { type Db, isOneOf } from '../../ground/store/portable.ts'
import { lockProject } from '../../people/projects/find-or-make.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { addToDays } from './rollup.ts'
import { findOthers, findUnproven, type Peers, type Regraded, regrade } from './same-tree.ts'

/**
 * What a process knows of the transactions in which it withdrew an execution; empty at the beginning. A transaction gets
 * a copy, which counts once it is committed: after a deadlock it begins again.
 */
export interface Withdrawal {
  /** The failures that are still to be taken back, of these runs. */
  unproven?: { of: Peers[]; left: Regraded[] } | undefined
}

/**
 * Takes the runs of an execution from history, and with them its failures from every reader; before, takes back what they
 * prove of other runs, at most `rows` failures. Returns how many more the transaction may take, 0 if some are left.
 */
export async function takeRuns(
  db: Db,
  execution: LockedExecution,
  rows: number,
  withdrawal: Withdrawal,
): Promise<number> {
  const { id, dialect, project_id } = execution
  await lockProject(db, dialect, project_id)
  const store = { dialect, read: db }
  const of = await findOthers(store, execution)
  const known = withdrawal.unproven
  // Other runs of the tree may have come or gone since the last step.
  const isKnown = JSON.stringify(of) === JSON.stringify(known?.of)
  const found = known && isKnown ? known.left : await findUnproven(store, of)
  // Finding many takes as long as taking most of them back.
  const isShort = isKnown || found.length <= rows
  const some = found.slice(0, isShort ? rows : Math.ceil(rows / 4))
  await regrade(db, execution, some, -1)
  const left = found.slice(some.length)
  // Meanwhile, another run of the tree may have been withdrawn and counted again, with what this one proves: the search
  // that is at most one step old ends the work.
  withdrawal.unproven = left.length > 0 ? { of, left } : undefined
  if (left.length > 0 || isKnown) return 0
  await db.deleteFrom('leg_run').where('execution_id', '=', id).execute()
  await db.updateTable('execution').set({ counted: null }).where('id', '=', id).execute()
  execution.counted = null
  return rows - some.length
}

/** Reverts `addToHistory` after `takeRuns`, at most `rows` failures of it; returns how many more, 0 if some are left. */
export async function takeFromHistory(db: Db, execution: LockedExecution, rows: number): Promise<number> {
  const { id, dialect, project_id } = execution
  await lockProject(db, dialect, project_id)
  // Counted or not: an end between the steps that add it leaves failures without runs.
  const taken = await takeFailures(db, execution, rows)
  if (taken < rows) await db.deleteFrom('duration_page').where('execution_id', '=', id).execute()
  return rows - taken
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
