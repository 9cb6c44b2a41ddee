import type { Store } from './open.ts'

/** Resolves when the database has answered from a table, not from its own head. */
export async function ping(store: Store): Promise<void> {
  await store.lookup.selectFrom('organization').select('id').limit(1).executeTakeFirst()
}
