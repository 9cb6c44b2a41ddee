import { sql } from 'kysely'
import { dayOf } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import type { SharedClock } from '../../ground/store/portable.ts'
import { forgetCredentials } from '../accounts/forget-credentials.ts'

/** Removes the counts of past days. */
export async function pruneSearchCounts(store: Store, time: SharedClock): Promise<void> {
  const today = dayOf(await time(store.lookup))
  await forgetCredentials(store, 'search_count', sql<boolean>`day < ${today}`)
}
