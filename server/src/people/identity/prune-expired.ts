import { deleteInSteps } from '../../ground/store/delete-in-steps.ts'
import type { Store } from '../../ground/store/open.ts'
import { type Db, isOneOf, type SharedClock } from '../../ground/store/portable.ts'

/**
 * About 25 MB. Beyond it, the rows that expire first are deleted, so that a flood of new ones frees no throttled
 * account.
 */
const MOST_ROWS = 100_000

/** How long the workflow of a key stays recorded, milliseconds. */
const KEYS_KEPT_MS = 7 * 86_400_000

/**
 * Removes expired rows that can no longer be used: sessions, replaced tokens, devices, links, rows
 * of the sign-in throttle, invitations and keys of workflows.
 */
export async function pruneExpired(
  store: Store,
  now: number,
  time: SharedClock = async () => now,
): Promise<void> {
  await pruneSignInThrottle(store, time)
  const sessions = (db: Db) => db.selectFrom('session').select('id').where('expires_at', '<=', now)
  await prune(store, sessions, async (db, limit) => {
    const ids = (await sessions(db).limit(limit).execute()).map(({ id }) => id)
    await db
      .deleteFrom('session_token')
      .where(isOneOf(store.dialect, 'session_id', ids))
      .execute()
    return db
      .deleteFrom('session')
      .where(isOneOf(store.dialect, 'id', ids))
      .executeTakeFirst()
  })
  const tokens = (db: Db) => db.selectFrom('session_token').select('hash').where('ends_at', '<=', now)
  await prune(store, tokens, (db, limit) =>
    db.deleteFrom('session_token').where('hash', 'in', tokens(db).limit(limit)).executeTakeFirst(),
  )
  const devices = (db: Db) => db.selectFrom('device').select('id').where('expires_at', '<=', now)
  await prune(store, devices, (db, limit) =>
    db.deleteFrom('device').where('id', 'in', devices(db).limit(limit)).executeTakeFirst(),
  )
  const invitations = (db: Db) => db.selectFrom('invitation').select('id').where('expires_at', '<=', now)
  await prune(store, invitations, (db, limit) =>
    db.deleteFrom('invitation').where('id', 'in', invitations(db).limit(limit)).executeTakeFirst(),
  )
  const links = (db: Db) => db.selectFrom('password_link').select('person_id').where('expires_at', '<=', now)
  await prune(store, links, (db, limit) =>
    db
      .deleteFrom('password_link')
      .where('expires_at', '<=', now)
      .where('person_id', 'in', links(db).limit(limit))
      .executeTakeFirst(),
  )
  const keys = (db: Db) =>
    db
      .selectFrom('api_key')
      .select('id')
      .where('trust_id', 'is not', null)
      .where('expires_at', '<=', now - KEYS_KEPT_MS)
  await prune(store, keys, (db, limit) =>
    db.deleteFrom('api_key').where('id', 'in', keys(db).limit(limit)).executeTakeFirst(),
  )
}

/** Costs one look-up if no row is due. */
async function prune(
  store: Store,
  due: (db: Db) => { limit(rows: number): { executeTakeFirst(): Promise<unknown> } },
  deleteSome: Parameters<typeof deleteInSteps>[1],
): Promise<void> {
  if (await due(store.lookup).limit(1).executeTakeFirst()) await deleteInSteps(store, deleteSome)
}

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
