import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import { type DueRows, takeTurns, workInTurns } from '../../../ground/store/process-due-rows.ts'
import { turnOf } from '../../../ground/store/round-robin.ts'
import type { BusParts } from '../dependencies.ts'
import { noticesOfFailure } from './failure-notices.ts'
import { holdSides } from './hold-sides.ts'
import { EXPIRED } from './status-now.ts'

/** The number of messages in one transaction. */
const STEP = 500

/**
 * Fails expired pending messages and notifies their senders. Returns how many. Ends early when the
 * signal aborts. Two concurrent runs fail each message once.
 */
export async function expireMessages(bus: BusParts, now: number, ending?: AbortSignal): Promise<number> {
  return failInSteps(bus, { why: EXPIRED, now, ending, due: (db) => db.where('expires_at', '<=', now) })
}

interface Failing {
  why: string
  now: number
  ending: AbortSignal | undefined
  /** Selects the pending messages. */
  due: (query: PendingQuery) => PendingQuery
}

const pending = (db: Db) => db.selectFrom('bus_message').select('id').where('status', '=', 'pending')
type PendingQuery = ReturnType<typeof pending>

const pendingDue = (db: Db, due: Failing['due']): DueRows => ({
  oldest: (limit) => due(pending(db)).orderBy('id').limit(limit).execute(),
  inTurns: (limit) =>
    takeTurns(db, due(pending(db)).select(turnOf('organization_id', 'id').as('turn')), limit),
})

/** Fails pending messages in batches, one transaction each. Returns how many. */
export const failInSteps = (bus: BusParts, failing: Failing): Promise<number> =>
  workInTurns(pendingDue(bus.store.read, failing.due), { size: STEP, ending: failing.ending }, (ids) =>
    failSome(bus, ids, failing),
  )

async function failSome(bus: BusParts, ids: number[], { why, now }: Failing): Promise<number> {
  const { store } = bus
  const { failed, notify } = await store.write(async (db) => {
    const due = await pending(db)
      .select(['from_agent_id', 'to_agent_id'])
      .where(isOneOf(store.dialect, 'id', ids))
      .execute()
    await holdSides(db, store.dialect, due)
    const failed = await db
      .updateTable('bus_message')
      .set({ status: 'failed', problem: why, failed_at: now })
      .where(isOneOf(store.dialect, 'id', ids))
      .where('status', '=', 'pending')
      .returning(['public_id', 'from_agent_id', 'to_agent_id', 'to_name', 'organization_id'])
      .execute()
    return { failed, notify: await noticesOfFailure(db, bus, failed, why, now) }
  })
  notify()
  return failed.length
}
