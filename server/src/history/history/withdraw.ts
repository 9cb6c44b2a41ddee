import type { Db } from '../../ground/store/portable.ts'
import { type LockedExecution, markEnd } from '../../results/executions/lock.ts'
import { removeFailures } from '../failures/record-failures.ts'
import { takeFromHistory, takeRuns, type Withdrawal } from './take-from-history.ts'

/** The mark of an execution that is being withdrawn; no time of an order. */
export const WITHDRAWING = 1
/** Failures of a transaction. */
export const WITHDRAWN_AT_ONCE = 1_000

/**
 * Withdraws a settled execution, or one that settles in steps, from failures and history: at most `rows` failures of
 * it. Returns how many more the transaction may take, 0 if some are left. From the first step on it runs, so that no
 * reader shows the rest, and the steps that settled it do nothing. The mark stays: the process that finds it later
 * continues. `withdrawal` is the same for all steps of a process.
 */
export async function withdraw(
  db: Db,
  execution: LockedExecution,
  rows: number,
  withdrawal: Withdrawal,
): Promise<number> {
  const { id, dialect } = execution
  if (execution.state === 'running' && execution.settling === 0) return rows
  const isFirst = execution.settling !== WITHDRAWING
  if (isFirst) execution.revision++
  execution.state = 'running'
  execution.settling = WITHDRAWING
  await db
    .updateTable('execution')
    .set({
      state: 'running',
      settling: WITHDRAWING,
      settling_until: markEnd(dialect),
      revision: execution.revision,
      settled_at: null,
      ended_at: null,
      elapsed_ms: null,
    })
    .where('id', '=', id)
    .execute()
  let left = execution.counted === null ? rows : await takeRuns(db, execution, rows, withdrawal)
  if (left > 0) left -= await removeFailures(db, execution, left)
  return left > 0 ? takeFromHistory(db, execution, left) : 0
}
