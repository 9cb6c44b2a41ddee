import { type Db, isOneOf } from '../../store/portable.ts'
import { turnOf } from '../../store/turns.ts'
import type { BusParts } from '../parts.ts'
import { noticesOfFailure } from './failure-notices.ts'
import { EXPIRED } from './status-now.ts'

/** Messages of one transaction. */
const STEP = 500

/**
 * Fails pending messages whose time is over, and tells their senders. Returns how many. It ends early when the signal
 * aborts; two runs at once fail each message once.
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

/** The oldest messages; if more than one step is due, in turns of their organizations. */
async function nextDue(db: Db, due: Failing['due']): Promise<{ id: number }[]> {
  const oldest = await due(pending(db))
    .orderBy('id')
    .limit(STEP + 1)
    .execute()
  if (oldest.length <= STEP) return oldest
  return db
    .selectFrom(due(pending(db)).select(turnOf('organization_id', 'id').as('turn')).as('due'))
    .select('id')
    .orderBy('turn')
    .orderBy('id')
    .limit(STEP)
    .execute()
}

/** Fails pending messages, some in each transaction. */
export async function failInSteps(bus: BusParts, { why, now, ending, due }: Failing): Promise<number> {
  const { store } = bus
  let all = 0
  while (!ending?.aborted) {
    const rows = await nextDue(store.read, due)
    if (rows.length === 0) break
    const { failed, notify } = await store.write(async (db) => {
      const failed = await db
        .updateTable('bus_message')
        .set({ status: 'failed', problem: why, failed_at: now })
        .where(
          isOneOf(
            store.dialect,
            'id',
            rows.map(({ id }) => id),
          ),
        )
        .where('status', '=', 'pending')
        .returning(['public_id', 'from_agent_id', 'to_agent_id', 'to_name', 'organization_id'])
        .execute()
      return { failed, notify: await noticesOfFailure(db, bus, failed, why, now) }
    })
    notify()
    all += failed.length
  }
  return all
}
