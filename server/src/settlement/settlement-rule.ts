import { elapsedOf } from '../executions/elapsed.ts'
import { countMissingShards, latestParts, PLACE_COLUMNS } from '../executions/latest-parts.ts'
import type { LockedExecution } from '../executions/lock.ts'
import { addFailures, removeFailures } from '../failures/record-failures.ts'
import { addToHistory, takeFromHistory } from '../history/rollup.ts'
import type { SettleTimes } from '../kernel/context.ts'
import { updateMonitors } from '../monitors/update-monitors.ts'
import { defaultBranches } from '../projects/default-branch.ts'
import { readBadOfLocked } from '../results/read-failed-or-flaky.ts'
import { restoreArchived } from '../results/restore-archived.ts'
import type { Db } from '../store/portable.ts'
import type { ExecutionStateName } from '../store/tables.ts'
import { announceSettled } from './announce.ts'

export type { SettleTimes }

type Rule = 'quiet' | 'requested'

/**
 * Settles an execution once no part is open, all declared shards have arrived, and the quiet period has
 * passed or a caller declared it complete. Returns whether it settled.
 */
export async function settle(
  db: Db,
  execution: LockedExecution,
  times: SettleTimes,
  now: number,
  rule: Rule = 'quiet',
): Promise<boolean> {
  if (execution.state !== 'running') return false
  const parts = await db
    .selectFrom('part')
    .select(['number', 'state', 'outcome', 'started_at', 'ended_at', ...PLACE_COLUMNS])
    .where('execution_id', '=', execution.id)
    .execute()
  if (parts.some((part) => part.state === 'open')) return false
  const quietMs = now - execution.last_seen_at
  const isQuiet = execution.solitary === 1 || rule === 'requested' || quietMs >= times.settleAfterMs
  const missingShards = countMissingShards(parts)
  if (!isQuiet || (missingShards > 0 && quietMs < times.incompleteAfterMs)) return false
  const latest = latestParts(parts)
  const state = stateOf(execution, latest, missingShards)
  const endedAt = Math.max(execution.started_at, ...parts.map((part) => part.ended_at ?? 0))
  await db
    .updateTable('execution')
    .set({ state, settled_at: now, ended_at: endedAt, elapsed_ms: elapsedOf(parts) })
    .where('id', '=', execution.id)
    .execute()
  const bad = await readBadOfLocked(db, execution)
  await addFailures(db, execution, bad)
  const added = await addToHistory(db, execution, bad)
  const branches = await defaultBranches(db, execution.project_id)
  await announceSettled(db, execution, state, branches, now)
  if (added) await updateMonitors(db, execution, added, branches, now)
  return true
}

/**
 * Reopens a settled execution because something new arrived, and first reverts its contribution to history.
 */
export async function reopen(db: Db, execution: LockedExecution): Promise<void> {
  if (execution.state === 'running') return
  await restoreArchived(db, execution)
  await removeFailures(db, execution)
  await takeFromHistory(db, execution)
  await db
    .updateTable('execution')
    .set({
      state: 'running',
      revision: execution.revision + 1,
      settled_at: null,
      ended_at: null,
      elapsed_ms: null,
    })
    .where('id', '=', execution.id)
    .execute()
  execution.state = 'running'
  execution.revision++
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
