import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'

/**
 * Takes webhooks out of every answer, with their addresses and secrets. `forgetDeliveries` deletes them with their
 * deliveries, of which there may be too many for one transaction.
 */
export const deleteWebhooks = (db: Db, dialect: Dialect, ids: number[], now: number): Promise<unknown> =>
  db
    .updateTable('webhook')
    .set({ deleted_at: now, disabled_at: now, address: '', secret: null })
    .where(isOneOf(dialect, 'id', ids))
    .execute()
