import { sql } from 'kysely'
import type { Store } from '../store/open.ts'
import type { SharedClock } from '../store/portable.ts'

const DAY_MS = 86_400_000

/** Removes counts of past days, and the active projects of keys that no longer exist. */
export async function pruneAccounts(store: Store, time: SharedClock): Promise<void> {
  const today = Math.floor((await time(store.lookup)) / DAY_MS)
  // Only `case` guarantees the order of evaluation. Otherwise Postgres might cast a person's
  // credential, which contains no number.
  const gone = sql<boolean>`case when credential like 'key:%' then not exists (
    select 1 from api_key where api_key.id = cast(substr(credential, 5) as integer)) else 1 = 0 end`
  const [count, key] = await Promise.all([
    store.read.selectFrom('search_count').select('day').where('day', '<', today).limit(1).executeTakeFirst(),
    store.read.selectFrom('active_project').select('credential').where(gone).limit(1).executeTakeFirst(),
  ])
  if (!count && !key) return
  await store.write(async (db) => {
    await db.deleteFrom('search_count').where('day', '<', today).execute()
    await db.deleteFrom('active_project').where(gone).execute()
  })
}
