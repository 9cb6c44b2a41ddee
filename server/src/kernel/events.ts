import type { Store } from '../store/open.ts'
import { type Db, isOneOf } from '../store/portable.ts'

/** Something that happened, as it stands in the outbox. */
export interface Event {
  id: number
  organizationId: number
  kind: string
  payload: Record<string, unknown>
  /** Milliseconds since the epoch. */
  at: number
}

/** What is done about events of one kind. It may be called twice for one event: a kill can come in between. */
export interface Subscription {
  kind: string
  handle(event: Event): Promise<void> | void
}

/**
 * Makes ready what is to be written together with the note that events were told; then writes it for those of them
 * that no other server of the database told first.
 */
export type Queue = (
  events: Event[],
) => Promise<(db: Db, told: ReadonlySet<number>, now: number) => Promise<void>>

const BATCH = 200
const KEPT_MS = 7 * 86_400_000

/** Hands waiting events to their subscribers, oldest first, and forgets those of last week. Returns how many. */
export async function dispatchEvents(
  store: Store,
  subscriptions: Subscription[],
  now: number,
  queue?: Queue,
): Promise<number> {
  const rows = await store.read
    .selectFrom('outbox')
    .selectAll()
    .where('dispatched_at', 'is', null)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  if (rows.length === 0) return 0
  const events = rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    kind: row.kind,
    payload: JSON.parse(row.payload) as Record<string, unknown>,
    at: row.created_at,
  }))
  for (const event of events)
    for (const { kind, handle } of subscriptions) if (kind === event.kind) await handle(event)
  const write = await queue?.(events)
  await store.write(async (db) => {
    const told = await db
      .updateTable('outbox')
      .set({ dispatched_at: now })
      .where(
        isOneOf(
          store.dialect,
          'id',
          rows.map((row) => row.id),
        ),
      )
      .where('dispatched_at', 'is', null)
      .returning('id')
      .execute()
    await write?.(db, new Set(told.map((row) => row.id)), now)
    await db
      .deleteFrom('outbox')
      .where('dispatched_at', '<', now - KEPT_MS)
      .execute()
  })
  return rows.length
}
