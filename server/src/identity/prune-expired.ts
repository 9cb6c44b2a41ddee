import type { Store } from '../store/open.ts'
import type { SharedClock } from '../store/portable.ts'
import { pruneSignInThrottle } from './prune-sign-in-throttle.ts'

/** How long the workflow of a key stays on record, milliseconds. */
const KEYS_KEPT_MS = 7 * 86_400_000

/**
 * Removes expired rows: sessions, replaced tokens, devices, links, rows of the sign-in throttle, invitations and keys of workflows.
 * None of them was still usable.
 */
export async function pruneExpired(
  store: Store,
  now: number,
  time: SharedClock = async () => now,
): Promise<void> {
  await pruneSignInThrottle(store, time)
  const isDue = await Promise.all([
    store.lookup
      .selectFrom('session')
      .select('id')
      .where('expires_at', '<=', now)
      .limit(1)
      .executeTakeFirst(),
    store.lookup
      .selectFrom('session_token')
      .select('hash')
      .where('ends_at', '<=', now)
      .limit(1)
      .executeTakeFirst(),
    store.lookup.selectFrom('device').select('id').where('expires_at', '<=', now).limit(1).executeTakeFirst(),
    store.lookup
      .selectFrom('invitation')
      .select('id')
      .where('expires_at', '<=', now)
      .limit(1)
      .executeTakeFirst(),
    store.lookup
      .selectFrom('password_link')
      .select('person_id')
      .where('expires_at', '<=', now)
      .limit(1)
      .executeTakeFirst(),
    store.lookup
      .selectFrom('api_key')
      .select('id')
      .where('trust_id', 'is not', null)
      .where('expires_at', '<=', now - KEYS_KEPT_MS)
      .limit(1)
      .executeTakeFirst(),
  ])
  if (isDue.every((row) => row === undefined)) return
  await store.write(async (db) => {
    const expired = db.selectFrom('session').select('id').where('expires_at', '<=', now)
    await db.deleteFrom('session_token').where('session_id', 'in', expired).execute()
    await db.deleteFrom('session').where('expires_at', '<=', now).execute()
    await db.deleteFrom('session_token').where('ends_at', '<=', now).execute()
    await db.deleteFrom('device').where('expires_at', '<=', now).execute()
    await db.deleteFrom('invitation').where('expires_at', '<=', now).execute()
    await db.deleteFrom('password_link').where('expires_at', '<=', now).execute()
    await db
      .deleteFrom('api_key')
      .where('trust_id', 'is not', null)
      .where('expires_at', '<=', now - KEYS_KEPT_MS)
      .execute()
  })
}
