import { sql } from 'kysely'
import type { Store } from './open.ts'

/** Resolves when the database has answered. */
export async function ping(store: Store): Promise<void> {
  await sql`select 1`.execute(store.lookup)
}
