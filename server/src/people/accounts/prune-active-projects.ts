import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'

/** Removes the active projects of keys that no longer exist. */
export async function pruneActiveProjects(store: Store): Promise<void> {
  // Only `case` guarantees the order of evaluation. Otherwise Postgres might cast a person's
  // credential, which contains no number.
  const gone = sql<boolean>`case when credential like 'key:%' then not exists (
    select 1 from api_key where api_key.id = cast(substr(credential, 5) as integer)) else 1 = 0 end`
  const one = await store.read
    .selectFrom('active_project')
    .select('credential')
    .where(gone)
    .limit(1)
    .executeTakeFirst()
  if (one) await store.write((db) => db.deleteFrom('active_project').where(gone).execute())
}
