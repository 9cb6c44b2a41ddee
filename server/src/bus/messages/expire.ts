import { type Db, isOneOf } from '../../store/portable.ts'
import { turnOf } from '../../store/turns.ts'
import type { BusParts } from '../parts.ts'
import { noticesOfFailure } from './failure-notices.ts'
import { EXPIRED } from './status-now.ts'

/** Messages of one transaction. */
const STEP = 500
/** Transactions per order of turns, which reads all due messages: one that falls due meanwhile waits for so many. */
const STEPS = 20

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

/** Ids of the oldest messages; if more than one step is due, in turns of their organizations. */
async function nextDue(db: Db, due: Failing['due']): Promise<number[]> {
  const oldest = await due(pending(db))
    .orderBy('id')
    .limit(STEP + 1)
    .execute()
  const rows = oldest.length <= STEP ? oldest : await readTurns(db, due)
  return rows.map(({ id }) => id)
}

const readTurns = (db: Db, due: Failing['due']) =>
  db
    .selectFrom(due(pending(db)).select(turnOf('organization_id', 'id').as('turn')).as('due'))
    .select('id')
    .orderBy('turn')
    .orderBy('id')
    .limit(STEP * STEPS)
    .execute()

/** Fails pending messages, some in each transaction. Returns how many. */
export async function failInSteps(bus: BusParts, failing: Failing): Promise<number> {
  const { due, ending } = failing
  let all = 0
  for (;;) {
    const ids = await nextDue(bus.store.read, due)
    if (ids.length === 0) return all
    for (let at = 0; at < ids.length; at += STEP) {
      if (ending?.aborted) return all
      all += await failSome(bus, ids.slice(at, at + STEP), failing)
    }
  }
}

async function failSome(bus: BusParts, ids: number[], { why, now }: Failing): Promise<number> {
  const { store } = bus
  const { failed, notify } = await store.write(async (db) => {
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
