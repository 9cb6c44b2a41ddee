import { contains, type Db, type Dialect } from '../store/portable.ts'

/**
 * Removes an organization's events about this object, handled or not, and their webhook deliveries,
 * which the server would otherwise keep for a week.
 */
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
  // A deleted project sends no more; its rows go with it.
  if (!('executionId' in about)) return
  await db
    .deleteFrom('webhook_delivery')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'waiting')
    .where(contains(dialect, 'payload', about.executionId))
    .execute()
}
