import type { Db } from '../../store/portable.ts'

/**
 * Removes an agent's webhook, if it has one, with its waiting deliveries; messages stay in the
 * inbox.
 */
export async function removeWebhook(db: Db, { id }: { id: number }): Promise<void> {
  await db
    .deleteFrom('webhook_delivery')
    .where('webhook_id', 'in', (query) => query.selectFrom('webhook').select('id').where('agent_id', '=', id))
    .execute()
  await db.deleteFrom('webhook').where('agent_id', '=', id).execute()
}
