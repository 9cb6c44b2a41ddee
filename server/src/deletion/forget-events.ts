import { contains, type Db, type Dialect } from '../store/portable.ts'

/** Removes an organization's events, told or yet to be told, that are about this, and what webhooks would be sent of them. A week of them is all there is. */
export async function forgetEvents(
  db: Db,
  dialect: Dialect,
  organizationId: number,
  about: { executionId: string } | { project: string },
): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('organization_id', '=', organizationId)
    .where(contains(dialect, 'payload', JSON.stringify(about).slice(1, -1)))
    .execute()
  // Of a project nothing is sent any more; its rows go with it.
  if (!('executionId' in about)) return
  await db
    .deleteFrom('webhook_delivery')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'waiting')
    .where(contains(dialect, 'payload', about.executionId))
    .execute()
}
