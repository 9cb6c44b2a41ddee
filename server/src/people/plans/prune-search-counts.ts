import { dayOf } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import type { SharedClock } from '../../ground/store/portable.ts'

/** Removes the counts of past days. */
export async function pruneSearchCounts(store: Store, time: SharedClock): Promise<void> {
  const today = dayOf(await time(store.lookup))
  const one = await store.read
    .selectFrom('search_count')
    .select('day')
    .where('day', '<', today)
    .limit(1)
    .executeTakeFirst()
  if (one) await store.write((db) => db.deleteFrom('search_count').where('day', '<', today).execute())
}
