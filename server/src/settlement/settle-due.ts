import { sql } from 'kysely'
import { lockExecution } from '../executions/lock.ts'
import { addToHistory } from '../history/rollup.ts'
import type { Store } from '../store/open.ts'
import { type SettleTimes, settle } from './settle.ts'

const COUNTED_AT_ONCE = 100

/**
 * Marks silent parts as lost, and settles executions whose quiet period has passed. Returns how many settled.
 * Call it every few seconds; without work it costs three index look-ups.
 */
export async function settleDue(store: Store, times: SettleTimes, now: number): Promise<number> {
  const lostBefore = now - times.incompleteAfterMs
  const lost = await store.read
    .selectFrom('part')
    .select('execution_id')
    .where('state', '=', sql.lit('open'))
    .where('last_seen_at', '<', lostBefore)
    .limit(1)
    .executeTakeFirst()
  if (lost)
    await store.write((db) =>
      db
        .updateTable('part')
        .set({ state: 'lost' })
        .where('state', '=', 'open')
        .where('last_seen_at', '<', lostBefore)
        .execute(),
    )
  const quiet = await store.read
    .selectFrom('execution')
    .select('id')
    .where('state', '=', sql.lit('running'))
    .where('last_seen_at', '<=', now - Math.min(times.settleAfterMs, times.incompleteAfterMs))
    .orderBy('last_seen_at')
    .limit(1_000)
    .execute()
  let settled = 0
  // One transaction each, so that other writers run in between.
  for (const { id } of quiet) {
    const done = await store.write(async (db) =>
      settle(db, await lockExecution(db, store.dialect, id), times, now),
    )
    if (done) settled++
  }
  await addToHistoryLate(store)
  return settled
}

/** Adds executions that settled before history existed; a page at a time, the oldest first. */
async function addToHistoryLate(store: Store): Promise<void> {
  const waiting = await store.read
    .selectFrom('execution')
    .select('id')
    .where('counted', 'is', null)
    .where('settled_at', 'is not', null)
    .orderBy('id')
    .limit(COUNTED_AT_ONCE)
    .execute()
  for (const { id } of waiting)
    await store.write(async (db) => {
      const execution = await lockExecution(db, store.dialect, id)
      if (execution.state !== 'running' && execution.counted === null) await addToHistory(db, execution)
    })
}
