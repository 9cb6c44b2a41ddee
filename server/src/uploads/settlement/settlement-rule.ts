import type { SettleTimes } from '../../ground/kernel/context.ts'
import type { Db } from '../../ground/store/portable.ts'
import { type ExecutionStateName, VERDICT } from '../../ground/store/tables.ts'
import { addFailures, readFailed } from '../../history/failures/record-failures.ts'
import { addToHistory } from '../../history/history/rollup.ts'
import { readRun } from '../../history/history/run-reads.ts'
import type { Withdrawal } from '../../history/history/take-from-history.ts'
import { WITHDRAWING, withdraw } from '../../history/history/withdraw.ts'
import { updateMonitors } from '../../history/monitors/update-monitors.ts'
import { elapsedOf } from '../../results/executions/elapsed.ts'
import {
  countMissingShards,
  latestParts,
  type PartPlace,
  PLACE_COLUMNS,
} from '../../results/executions/latest-parts.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import { restoreArchived } from '../../results/results/restore-archived.ts'
import { announceSettled } from './announce.ts'
import { isDue, type Rule } from './is-due.ts'
import { findKept, type RunPart } from './keep-failures.ts'
import { type RestoredPasses, restorePasses } from './restore-passes.ts'
import { isRunAgain, readsWithin, warnOfRunAgain } from './run-again.ts'
import { swapResults } from './swap-results.ts'

export type { SettleTimes }

const ALL = Number.MAX_SAFE_INTEGER

/**
 * Settles an execution in one transaction, once no part is open, all declared shards have arrived, and the quiet
 * period has passed or a caller declared it complete. Returns whether it settled.
 */
export async function settle(
  db: Db,
  execution: LockedExecution,
  times: SettleTimes,
  now: number,
  rule: Rule = 'quiet',
): Promise<boolean> {
  const parts = await beginSettling(db, execution, times, now, rule)
  if (!parts) return false
  const kept = await findKept({ dialect: execution.dialect, read: db }, execution, parts)
  await swapResults(db, execution, kept, 'failure')
  const reads = await readRun(db, execution)
  await addFailures(db, execution, await readFailed(db, execution.id, reads.bad))
  const added = await addToHistory(db, execution, reads)
  await finishSettling(db, execution, now)
  if (added) await updateMonitors(db, execution, added, now)
  return true
}

/**
 * True if others may be at work on an execution. The mark of an order that is tried again is its own. SQLite has one
 * server, which settles one large execution at a time: a mark of an order that it finds is of a thread that has ended.
 */
export const isMarkLive = (
  { dialect, settling, has_mark_ended }: Pick<LockedExecution, 'dialect' | 'settling' | 'has_mark_ended'>,
  now: number,
): boolean =>
  settling !== 0 &&
  settling !== now &&
  !has_mark_ended &&
  (dialect === 'postgres' || settling === WITHDRAWING)

/**
 * Decides whether an execution settles now, and returns its parts if so. First takes back what an abandoned settling has
 * added.
 */
export async function beginSettling(
  db: Db,
  execution: LockedExecution,
  times: SettleTimes,
  now: number,
  rule: Rule,
): Promise<RunPart[] | null> {
  if (isMarkLive(execution, now)) return null
  // Due or not: history must not keep what a process added that has ended.
  if (execution.state === 'running') await reopen(db, execution)
  const parts = await readParts(db, execution.id)
  return isDue(execution, parts, times, now, rule) ? parts : null
}

/** Gives an execution its final state, and queues its events. */
export async function finishSettling(db: Db, execution: LockedExecution, now: number): Promise<void> {
  const parts = await readParts(db, execution.id)
  const latest = latestParts(parts)
  const repeated = await readRepeated(db, execution.id, latest)
  const reported = stateOf(
    execution,
    latest.filter(({ number }) => !repeated.has(number)),
    countMissingShards(parts),
  )
  const reader = { read: db, dialect: execution.dialect }
  const isAgain = reported === 'passed' && (await isRunAgain(reader, execution, readsWithin(reader)))
  const state = isAgain ? 'incomplete' : reported
  await warnOfRunAgain(db, execution.id, isAgain)
  const endedAt = Math.max(execution.started_at, ...parts.map((part) => part.ended_at ?? 0))
  await db
    .updateTable('execution')
    .set({ state, settling: 0, settled_at: now, ended_at: endedAt, elapsed_ms: elapsedOf(parts) })
    .where('id', '=', execution.id)
    .execute()
  await announceSettled(db, execution, state, now)
}

const readParts = (db: Db, executionId: number) =>
  db
    .selectFrom('part')
    .select(['number', 'state', 'outcome', 'tree', 'started_at', 'ended_at', ...PLACE_COLUMNS])
    .where('execution_id', '=', executionId)
    .execute()

/**
 * Parts that ended as failed, and whose failed tests an upload repeated: the tests, and errors outside them, say more
 * than such a part.
 */
async function readRepeated(
  db: Db,
  executionId: number,
  parts: (PartPlace & { number: number; outcome: string | null })[],
): Promise<ReadonlySet<number>> {
  if (!parts.some(({ attempt }) => attempt > 1)) return new Set()
  const failed = parts.filter(({ outcome }) => outcome === 'failed').map(({ number }) => number)
  if (failed.length === 0) return new Set()
  const rows = await db
    .selectFrom('result')
    .select('part')
    .distinct()
    .where('execution_id', '=', executionId)
    .where('part', 'in', failed)
    .where('verdict', '=', -VERDICT.failed)
    .execute()
  return new Set(rows.map(({ part }) => part))
}

/** What a process knows of the transactions in which it reopened an execution, as of a `Withdrawal`. */
export interface Reopening extends Withdrawal, RestoredPasses {
  /** The revision that these transactions make. */
  revision?: number
}

/**
 * Reopens an execution that has settled, or that settles in steps, because something new arrived; first withdraws it
 * from history. At most `rows` failures of it: false if another transaction must go on.
 */
export async function reopen(
  db: Db,
  execution: LockedExecution,
  rows = ALL,
  reopening: Reopening = {},
): Promise<boolean> {
  if (execution.state === 'running' && execution.settling === 0) return true
  const left = await withdraw(db, execution, rows, reopening)
  // Another process may have ended the former one, and settled the execution again.
  if (reopening.revision !== execution.revision) delete reopening.examined
  reopening.revision = execution.revision
  if (left === 0) return false
  const isAlone = left === rows || rows === ALL
  while (!(await restoreArchived(db, execution, rows, isAlone))) if (rows < ALL) return false
  if (!(await restorePasses(db, execution, rows, reopening))) return false
  await db.updateTable('execution').set({ settling: 0 }).where('id', '=', execution.id).execute()
  execution.settling = 0
  return true
}

function stateOf(
  { failed, errors }: Pick<LockedExecution, 'failed' | 'errors'>,
  parts: { state: string; outcome: string | null }[],
  missingShards: number,
): Exclude<ExecutionStateName, 'running'> {
  if (missingShards > 0 || parts.some((part) => part.state === 'lost')) return 'incomplete'
  if (parts.some((part) => part.outcome === 'interrupted')) return 'cancelled'
  return failed > 0 || errors > 0 || parts.some((part) => part.outcome === 'failed') ? 'failed' : 'passed'
}
