import type { Store } from './open.ts'
import type { Tables } from './tables.ts'

/** The key that signs cursors, created with the database. */
export const readCursorKey = (store: Pick<Store, 'lookup'>): Promise<string> => readSecret(store, 'cursors')

/** The key that encrypts the addresses and secrets of webhooks, created with the database. */
export const readWebhookKey = (store: Pick<Store, 'lookup'>): Promise<string> => readSecret(store, 'webhooks')

/** The secret that encrypts the keys of agents on Postgres without SVC_SECRET, created with the database. */
export const readBusSecret = (store: Pick<Store, 'lookup'>): Promise<string> => readSecret(store, 'bus')

async function readSecret(
  { lookup }: Pick<Store, 'lookup'>,
  name: Tables['secret']['name'],
): Promise<string> {
  const { value } = await lookup
    .selectFrom('secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value
}
