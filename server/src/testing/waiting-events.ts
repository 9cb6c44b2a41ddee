import type { Event } from '../ground/kernel/consumer.ts'
import type { TestApp } from './make-app.ts'

/** The events of a kind that no server has handled yet, the oldest first. */
export async function readWaiting(app: TestApp, kind: string): Promise<Event[]> {
  const rows = await app.store.read
    .selectFrom('outbox')
    .selectAll()
    .where('dispatched_at', 'is', null)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    organizationId: row.organization_id,
    kind: row.kind,
    payload: JSON.parse(row.payload),
    at: row.created_at,
  }))
}
