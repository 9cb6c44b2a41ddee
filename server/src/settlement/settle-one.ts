import { lockExecution } from '../executions/lock.ts'
import type { CallStore } from '../kernel/write-while-allowed.ts'
import type { Store } from '../store/open.ts'
import type { Db } from '../store/portable.ts'
import { type SettleTimes, settle } from './settlement-rule.ts'

/**
 * When to settle an execution: `quiet` after its quiet period, `requested` without one, and `over` also if shards are
 * absent, because all jobs have ended.
 */
type SettleRule = 'quiet' | 'requested' | 'over'

export interface SettleOrder {
  executionId: number
  /** The organization whose turn it takes; 0 for the server's own work. */
  organizationId: number
  rule: SettleRule
  now: number
}

/** Settles executions of any size away from the event loop. */
export interface Settler {
  /** `check` runs when its turn has come; if it throws, nothing is settled. */
  settle(order: SettleOrder, check?: () => Promise<void>): Promise<boolean>
}

/** A declared end needs no quiet period; the server still waits for missing parts. */
const ASKED = { settleAfterMs: 0, incompleteAfterMs: Number.POSITIVE_INFINITY }
/** No more parts will arrive: without a declared shard, an execution is incomplete at once. */
const OVER = { settleAfterMs: 0, incompleteAfterMs: 0 }
/** Settling this many results takes less than 100 ms, even if all failed. */
const FEW = 2_000

/** Settles an execution here if it is small, else by the settler. Returns whether it settled. */
export async function settleWhereItFits(
  store: CallStore,
  settler: Settler,
  times: SettleTimes,
  order: SettleOrder,
): Promise<boolean> {
  const { passed, failed, flaky, skipped, errors } = await store.read
    .selectFrom('execution')
    .select(['passed', 'failed', 'flaky', 'skipped', 'errors'])
    .where('id', '=', order.executionId)
    .executeTakeFirstOrThrow()
  const isLarge = passed + failed + flaky + skipped + errors > FEW
  return isLarge ? settler.settle(order, async () => store.mayWrite?.()) : settleOne(store, times, order)
}

/** Settles an execution in one transaction, if the rule allows it. Returns whether it settled. */
export const settleOne = (
  { dialect, write }: Store,
  times: SettleTimes,
  { executionId, rule, now }: SettleOrder,
): Promise<boolean> =>
  write(async (db, changes) => {
    const execution = await lockExecution(db, dialect, executionId)
    changes.onlyOf(execution.project_id)
    if (execution.state !== 'running') return false
    if (rule === 'quiet') return settle(db, execution, times, now)
    if (rule === 'requested') return settle(db, execution, ASKED, now, 'requested')
    await loseSilentParts(db, executionId, now - times.settleAfterMs)
    return settle(db, execution, OVER, now, 'requested')
  })

const loseSilentParts = (db: Db, executionId: number, before: number) =>
  db
    .updateTable('part')
    .set({ state: 'lost' })
    .where('execution_id', '=', executionId)
    .where('state', '=', 'open')
    .where('last_seen_at', '<=', before)
    .execute()
