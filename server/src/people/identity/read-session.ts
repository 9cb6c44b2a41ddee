import type { Identity, Membership, PersonIdentity } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Store } from '../../ground/store/open.ts'
import { type Db, forUpdate } from '../../ground/store/portable.ts'
import { prepared } from '../../ground/store/prepared.ts'
import type { Role } from '../../ground/store/tables.ts'
import type { BackgroundWrites } from './background-writes.ts'
import { hashKey } from './secret-token.ts'
import { expiryOf, GRACE_MS, issueToken, latestEnd } from './sessions.ts'

/** The shortest interval between writes of the time of last use, milliseconds. */
const LAST_USED_EVERY_MS = 60_000
/** An older token of a cookie is replaced, milliseconds. */
const RENEWED_AFTER_MS = 86_400_000

/** A token that replaces a cookie's. */
export interface RenewedToken {
  token: string
  endsAt: number
}

type SessionRow = Awaited<ReturnType<typeof sessionByHash>>[number]

export interface Authenticated {
  identity: Identity
  /** A token that replaces the cookie's. */
  renewed: RenewedToken | null
}

/** The person of a session's token. Throws UNAUTHORIZED if the token is unknown or has ended. */
export function makeSessionReader(store: Store, behind: BackgroundWrites) {
  return async (token: string, now: number, isCookie: boolean): Promise<Authenticated> => {
    const rows = await sessionByHash(store.lookup, hashKey(token))
    const [row] = rows
    if (!row || row.expires_at <= now || (row.ends_at !== null && row.ends_at <= now)) throw ended()
    if (row.used === 0) await takeOver(store, row, now)
    const { id, created_at } = row
    behind.atMostEvery(LAST_USED_EVERY_MS, `session:${id}`, row.last_used_at, now, (db) =>
      db
        .updateTable('session')
        .set({ last_used_at: now, expires_at: expiryOf(created_at, now) })
        .where('id', '=', id)
        .execute(),
    )
    return {
      identity: personOf({ ...row, expires_at: Math.min(row.expires_at, row.ends_at ?? Infinity) }, rows),
      renewed: isCookie ? await renew(store, row, now) : null,
    }
  }
}

/** The same person later in one request, whose token may have been replaced. Throws UNAUTHORIZED if the session ended. */
export async function readSessionAgain(db: Db, id: number, now: number): Promise<PersonIdentity> {
  const rows = await sessionById(db, id)
  const [row] = rows
  if (!row || row.expires_at <= now) throw ended()
  return personOf(row, rows)
}

const personOf = (
  { id, person_id, expires_at }: Pick<SessionRow, 'id' | 'person_id' | 'expires_at'>,
  rows: Parameters<typeof membershipOf>[0][],
): PersonIdentity => ({
  kind: 'person',
  personId: person_id,
  sessionId: id,
  endsAt: expires_at,
  memberships: rows.flatMap((each) => membershipOf(each)),
})

/** The first use of a token ends earlier ones, after a grace period for requests under way. */
const takeOver = (store: Store, { id, issued_at, hash }: SessionRow, now: number) =>
  store.write(async (db) => {
    await db.updateTable('session_token').set({ used: 1 }).where('hash', '=', hash).execute()
    await db
      .updateTable('session_token')
      .set({ ends_at: now + GRACE_MS })
      .where('session_id', '=', id)
      .where('hash', '!=', hash)
      .where('issued_at', '<=', issued_at)
      .where('ends_at', 'is', null)
      .execute()
  })

/** A new token for a cookie whose token is a day old; null if it is not needed, or one was just sent. */
async function renew(store: Store, row: SessionRow, now: number): Promise<RenewedToken | null> {
  if (now - row.issued_at < RENEWED_AFTER_MS || row.ends_at !== null) return null
  return store.write(async (db) => {
    // Locked, so that only one of several concurrent requests gets a token.
    const session = await db
      .selectFrom('session')
      .select('id')
      .where('id', '=', row.id)
      .$call(forUpdate(store.dialect))
      .executeTakeFirst()
    if (!session) return null
    const sent = await db
      .selectFrom('session_token')
      .select('hash')
      .where('session_id', '=', row.id)
      .where('issued_at', '>', Math.max(row.issued_at, now - GRACE_MS))
      .executeTakeFirst()
    if (sent) return null
    return { token: await issueToken(db, row.id, now, false), endsAt: latestEnd(row.created_at) }
  })
}

/** A session by its token's hash, a row for each membership. */
const sessionByHash = prepared((db, hash: string) =>
  db
    .selectFrom('session_token')
    .innerJoin('session', 'session.id', 'session_token.session_id')
    .leftJoin('member', 'member.person_id', 'session.person_id')
    .leftJoin('organization', (join) =>
      join.onRef('organization.id', '=', 'member.organization_id').on('organization.deleted_at', 'is', null),
    )
    .select(['session_token.hash', 'session_token.issued_at', 'session_token.used', 'session_token.ends_at'])
    .select(['session.id', 'session.person_id', 'session.created_at', 'session.last_used_at'])
    .select(['session.expires_at', 'member.role', 'organization.id as organization_id'])
    .select(['organization.slug', 'organization.name'])
    .where('session_token.hash', '=', hash)
    .orderBy('organization.slug'),
)

const sessionById = prepared((db, id: number) =>
  db
    .selectFrom('session')
    .leftJoin('member', 'member.person_id', 'session.person_id')
    .leftJoin('organization', (join) =>
      join.onRef('organization.id', '=', 'member.organization_id').on('organization.deleted_at', 'is', null),
    )
    .select(['session.id', 'session.person_id', 'session.expires_at', 'member.role'])
    .select(['organization.id as organization_id', 'organization.slug', 'organization.name'])
    .where('session.id', '=', id)
    .orderBy('organization.slug'),
)

function membershipOf(row: {
  organization_id: number | null
  slug: string | null
  name: string | null
  role: Role | null
}): Membership[] {
  const { organization_id: organizationId, slug, name, role } = row
  if (organizationId === null || slug === null || name === null || role === null) return []
  return [{ organizationId, slug, name, role }]
}

const ended = () =>
  new Problem(
    'UNAUTHORIZED',
    'This session has ended or is unknown. Sign in again with POST /auth/sign-in.',
    { isCredentialRefused: true },
  )
