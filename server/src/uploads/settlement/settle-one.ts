import type { CallStore } from '../../ground/kernel/write-while-allowed.ts'
import type { Db } from '../../ground/store/portable.ts'
import { type LockedExecution, lockExecution } from '../../results/executions/lock.ts'
import { ASKED, type SettleOrder } from './is-due.ts'
import { type SettleTimes, settle } from './settlement-rule.ts'

export type { SettleOrder }

/** Settles executions of any size away from the event loop. */
export interface Settler {
  /** `check` runs when its turn has come; if it throws, nothing is settled. */
  settle(order: SettleOrder, check?: () => Promise<void>): Promise<boolean>
}

/** No more parts will arrive: without a declared shard, an execution is incomplete at once. */
const OVER = { settleAfterMs: 0, incompleteAfterMs: 0 }
/** Settling this many results takes less than 100 ms, even if all failed. */
const FEW = 2_000

/** True if an execution settles in steps, because others would wait for one transaction. */
export const isLarge = (
  of: Pick<LockedExecution, 'passed' | 'failed' | 'flaky' | 'skipped' | 'errors'>,
): boolean => of.passed + of.failed + of.flaky + of.skipped + of.errors > FEW

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
  return isLarge({ passed, failed, flaky, skipped, errors })
    ? settler.settle(order, async () => store.mayWrite?.())
    : settleOne(store, times, order)
}

/** Settles an execution in one transaction, if the rule allows it. Returns whether it settled. */
export const settleOne = (store: CallStore, times: SettleTimes, order: SettleOrder): Promise<boolean> =>
  writeRunning(store, times, order, settle)

/** Runs `work` in a transaction with what decides whether the execution settles; false if it does not run. */
export const writeRunning = (
  { dialect, write }: CallStore,
  times: SettleTimes,
  { executionId, rule, now }: SettleOrder,
  work: typeof settle,
): Promise<boolean> =>
  write(async (db, changes) => {
    const execution = await lockExecution(db, dialect, executionId)
    changes.onlyOf(execution.project_id)
    if (execution.state !== 'running') return false
    if (rule === 'quiet') return work(db, execution, times, now, 'quiet')
    if (rule === 'requested') return work(db, execution, ASKED, now, 'requested')
    await loseSilentParts(db, executionId, now - times.settleAfterMs)
    return work(db, execution, OVER, now, 'requested')
  })

const loseSilentParts = (db: Db, executionId: number, before: number) =>
  db
    .updateTable('part')
    .set({ state: 'lost' })
    .where('execution_id', '=', executionId)
    .where('state', '=', 'open')
    .where('last_seen_at', '<=', before)
    .execute()
