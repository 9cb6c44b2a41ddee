import type { Context, Membership, VisitorContext } from '../../ground/kernel/context.ts'
import { newId } from '../../ground/kernel/id.ts'
import { DAY_MS } from '../../ground/kernel/time.ts'
import type { Db } from '../../ground/store/portable.ts'
import type { Device } from './devices.ts'
import { hashKey, makeSessionToken } from './secret-token.ts'

/** A session ends after this time without use, milliseconds. */
const IDLE_MS = 14 * DAY_MS
/** The longest lifetime of a session, milliseconds. */
const LONGEST_MS = 90 * DAY_MS
/** How long a replaced token still works, milliseconds: requests may be under way with it. */
export const GRACE_MS = 60_000
const MOST_SESSIONS = 50
const LONGEST_USER_AGENT = 300

/** When a session ends if it is used now. */
export const expiryOf = (createdAt: number, now: number): number =>
  Math.min(createdAt + LONGEST_MS, now + IDLE_MS)

/** When a session ends, without further use and at the latest. */
export const describeEnds = (createdAt: number, expiresAt: number) => ({
  expiresAt: new Date(expiresAt).toISOString(),
  endsAt: new Date(latestEnd(createdAt)).toISOString(),
})

/** The latest end of a session. */
export const latestEnd = (createdAt: number): number => createdAt + LONGEST_MS

export interface BegunSession {
  id: number
  token: string
  createdAt: number
  expiresAt: number
  device: Device | null
}

/** Begins a session of a person; deletes expired ones and, beyond the limit, the least recently used one. */
export async function beginSession(
  db: Db,
  { address, userAgent }: Pick<VisitorContext, 'address' | 'userAgent'>,
  personId: number,
  now: number,
  device: Device | null = null,
): Promise<BegunSession> {
  await makeRoom(db, personId, now)
  const expiresAt = expiryOf(now, now)
  const { id } = await db
    .insertInto('session')
    .values({
      public_id: newId(now),
      person_id: personId,
      created_at: now,
      last_used_at: now,
      expires_at: expiresAt,
      user_agent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null,
      address,
      device_id: device?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, token: await issueToken(db, id, now, true), createdAt: now, expiresAt, device }
}

/**
 * Issues another token for a session; `isUsed` if the previous token ends without waiting for the
 * first use of the new one.
 */
export async function issueToken(db: Db, sessionId: number, now: number, isUsed: boolean): Promise<string> {
  const token = makeSessionToken()
  // An unused token was lost on its way, or may still arrive.
  if (!isUsed)
    await db
      .deleteFrom('session_token')
      .where('session_id', '=', sessionId)
      .where('used', '=', 0)
      .where('issued_at', '<=', now - GRACE_MS)
      .execute()
  await db
    .insertInto('session_token')
    .values({
      hash: hashKey(token),
      session_id: sessionId,
      issued_at: now,
      used: isUsed ? 1 : 0,
      ends_at: null,
    })
    .execute()
  return token
}

async function makeRoom(db: Db, personId: number, now: number): Promise<void> {
  const sessions = await db
    .selectFrom('session')
    .select(['id', 'expires_at'])
    .where('person_id', '=', personId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const live = sessions.filter((session) => session.expires_at > now)
  const gone = sessions.filter((session) => session.expires_at <= now)
  await endSessions(
    db,
    [...gone, ...live.slice(MOST_SESSIONS - 1)].map((session) => session.id),
  )
}

/** Ends sessions by deleting their rows. */
export async function endSessions(db: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return
  await db.deleteFrom('session_token').where('session_id', 'in', ids).execute()
  await db.deleteFrom('session').where('id', 'in', ids).execute()
}

/** Ends all sessions of a person except one; returns how many. */
export async function endSessionsOf(db: Db, personId: number, keptId: number | null): Promise<number> {
  const rows = await db.selectFrom('session').select('id').where('person_id', '=', personId).execute()
  const ids = rows.map((row) => row.id).filter((id) => id !== keptId)
  await endSessions(db, ids)
  return ids.length
}

/** The organizations of a person, by slug. */
export async function membershipsOf(db: Db, personId: number): Promise<Membership[]> {
  return db
    .selectFrom('member')
    .innerJoin('organization', 'organization.id', 'member.organization_id')
    .select(['organization.id as organizationId', 'organization.slug', 'organization.name', 'member.role'])
    .where('member.person_id', '=', personId)
    .where('organization.deleted_at', 'is', null)
    .orderBy('organization.slug')
    .execute()
}

/** The device token for the answer; null if there is none, or if a cookie contains it. */
export const holdDevice = (
  { tokens }: Pick<VisitorContext, 'tokens'>,
  { device }: BegunSession,
  asCookie: boolean,
): string | null => device && tokens.holdDevice(device.token, device.endsAt, asCookie)

/** The answer to a person who has just signed in. */
export async function describeSignIn(
  { store, tokens }: Pick<Context, 'store'> & Pick<VisitorContext, 'tokens'>,
  personId: number,
  session: BegunSession,
  asCookie: boolean,
) {
  const person = await store.lookup
    .selectFrom('person')
    .select(['public_id', 'email', 'name'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const memberships = await membershipsOf(store.lookup, personId)
  return {
    token: tokens.hold(session.token, latestEnd(session.createdAt), asCookie),
    device: holdDevice({ tokens }, session, asCookie),
    ...describeEnds(session.createdAt, session.expiresAt),
    person: { id: person.public_id, email: person.email, name: person.name },
    organizations: memberships.map(({ slug, name, role }) => ({ slug, name, role })),
  }
}
