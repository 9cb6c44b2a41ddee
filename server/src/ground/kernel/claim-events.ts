import { sql } from 'kysely'
import type { Store } from '../store/open.ts'
import { claimRows, hasEnded, isOneOf, leaseEnd } from '../store/portable.ts'
import type { Event } from './consumer.ts'

/** The number of events per claim. */
const BATCH = 200
/** The number of claims per order of turns: an event that arrives meanwhile waits for at most this many. */
const BATCHES = 5
/** After this long, another replica takes over the claims of a dead replica, milliseconds. */
const CLAIM_MS = 15_000
/** The longest wait before a retry, milliseconds. */
export const LONGEST_WAIT_MS = 10 * 60_000

/** An event that this server handles. */
export interface Claimed extends Event {
  /** The claim's end, which distinguishes it from later claims. */
  until: number
  attempts: number
  /** Names of the consumers to call; null for all. */
  owed: Set<string> | null
}

/**
 * The ids of waiting events to claim next, batch by batch: in turns of their organizations, and oldest first within
 * each. One execution may write 140,000 events, and other organizations must not wait for all of them.
 */
export async function nextEvents(store: Store): Promise<number[][]> {
  const oldest = await waiting(store)
    .orderBy('id')
    .limit(BATCH + 1)
    .execute()
  if (oldest.length === 0) return []
  const order = oldest.length <= BATCH ? oldest : await inTurns(store)
  const ids = order.map(({ id }) => id)
  return Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, at) =>
    ids.slice(at * BATCH, (at + 1) * BATCH),
  )
}

/** Claims those of the events that still wait. A claim expires if the server dies. */
export async function claimEvents({ write, dialect }: Store, ids: number[]): Promise<Claimed[]> {
  const rows = await write((db) =>
    db
      .updateTable('outbox')
      .set({ claimed_until: leaseEnd(dialect, CLAIM_MS) })
      .where('id', 'in', (query) =>
        query
          .selectFrom('outbox')
          .select('id')
          .where(isOneOf(dialect, 'id', ids))
          .where('dispatched_at', 'is', null)
          .where(hasEnded(dialect, 'claimed_until', LONGEST_WAIT_MS))
          .modifyEnd(claimRows(dialect)),
      )
      .returningAll()
      .execute(),
  )
  return rows
    .sort((a, b) => a.id - b.id)
    .map((row) => ({
      id: row.id,
      organizationId: row.organization_id,
      kind: row.kind,
      payload: JSON.parse(row.payload) as Record<string, unknown>,
      at: row.created_at,
      until: row.claimed_until as number,
      attempts: row.attempts,
      owed: row.owed === null ? null : new Set(row.owed.split(' ')),
    }))
}

const waiting = ({ read, dialect }: Store) =>
  read
    .selectFrom('outbox')
    .select('id')
    .where('dispatched_at', 'is', null)
    .where(hasEnded(dialect, 'claimed_until', LONGEST_WAIT_MS))

/** Reads all waiting events, 140,000 in about 0.1 s; therefore only if one claim cannot take all. */
function inTurns(store: Store): Promise<{ id: number }[]> {
  const turn = sql<number>`row_number() over (partition by organization_id order by id)`
  return store.read
    .selectFrom(waiting(store).select(turn.as('turn')).as('waiting'))
    .select('id')
    .where('turn', '<=', BATCH * BATCHES)
    .orderBy('turn')
    .orderBy('id')
    .limit(BATCH * BATCHES)
    .execute()
}
