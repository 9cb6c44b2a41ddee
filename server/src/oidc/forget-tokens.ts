import type { Store } from '../store/open.ts'

/** Deletes used tokens that have expired; costs one look-up if there are none. */
export async function forgetTokens(store: Store, now: number): Promise<void> {
  const due = await store.lookup
    .selectFrom('oidc_token')
    .select('hash')
    .where('forget_at', '<=', now)
    .limit(1)
    .executeTakeFirst()
  if (!due) return
  await store.write((db) => db.deleteFrom('oidc_token').where('forget_at', '<=', now).execute())
}
