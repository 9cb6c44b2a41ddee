import { deleteInSteps } from '../../ground/store/delete-in-steps.ts'
import type { Store } from '../../ground/store/open.ts'
import type { SharedClock } from '../../ground/store/portable.ts'

/**
 * About 25 MB. Beyond it, the rows that expire first are deleted, so that a flood of new ones frees no throttled
 * account.
 */
const MOST_ROWS = 100_000

/** Removes rows whose attempts have all expired, and those beyond `most`. */
export async function pruneSignInThrottle(store: Store, time: SharedClock, most = MOST_ROWS): Promise<void> {
  const now = await time(store.lookup)
  const cleared = await store.lookup
    .selectFrom('brake')
    .select('subject')
    .where('clear_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  const firstTooMany = await store.read
    .selectFrom('brake')
    .select('clear_at')
    .orderBy('clear_at', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirst()
  if (!cleared && !firstTooMany) return
  const upTo = Math.max(now, firstTooMany?.clear_at ?? now)
  await deleteInSteps(store, (db, limit) =>
    db
      .deleteFrom('brake')
      .where('subject', 'in', (eb) =>
        eb.selectFrom('brake as due').select('due.subject').where('due.clear_at', '<=', upTo).limit(limit),
      )
      .executeTakeFirst(),
  )
}
