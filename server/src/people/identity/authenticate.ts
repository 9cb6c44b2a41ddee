import { describeKeyProblem } from '@svc/protocol'
import type { ObjectKind } from '@svc/schema'
import type { Clock } from '../../ground/kernel/clock.ts'
import type { Caller, Identity, PersonIdentity } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'
import { prepared } from '../../ground/store/prepared.ts'
import { makeBackgroundWrites } from './background-writes.ts'
import { callerOfPerson, credentialOf, ORGANIZATION_NAMED } from './choose-organization.ts'
import { backedKeys, keyAuthority, unauthorized } from './grants.ts'
import { type Authenticated, makeSessionReader, readSessionAgain } from './read-session.ts'
import { hashKey, SESSION_PREFIX } from './secret-token.ts'

/** An object that a request reads by its id. */
interface ReadObject {
  kind: ObjectKind
  id: string
}

/** Each reads a row by a unique key, and its project by another. */
const BY_ID = {
  execution: prepared((db: Db, id: string) =>
    db
      .selectFrom('execution')
      .innerJoin('project', 'project.id', 'execution.project_id')
      .select('organization_id')
      .where('execution.public_id', '=', id),
  ),
  artifact: prepared((db: Db, id: string) =>
    db
      .selectFrom('artifact')
      .innerJoin('execution', 'execution.id', 'artifact.execution_id')
      .innerJoin('project', 'project.id', 'execution.project_id')
      .select('organization_id')
      .where('artifact.public_id', '=', id),
  ),
  document: prepared((db: Db, id: string) =>
    db
      .selectFrom('document')
      .innerJoin('project', 'project.id', 'document.project_id')
      .select('organization_id')
      .where('document.public_id', '=', id),
  ),
  proposal: prepared((db: Db, id: string) =>
    db
      .selectFrom('proposal')
      .innerJoin('project', 'project.id', 'proposal.project_id')
      .select('organization_id')
      .where('proposal.public_id', '=', id),
  ),
  webhook: prepared((db: Db, id: string) =>
    db.selectFrom('webhook').select('organization_id').where('public_id', '=', id),
  ),
} satisfies Record<ObjectKind, unknown>

/** The shortest interval between writes of the time of last use, milliseconds. */
const LAST_USED_EVERY_MS = 60_000

/** The credentials of a request. */
interface Presented {
  /** The header `Authorization`; it overrides the cookie. */
  authorization: string | undefined
  /** The session's token in the cookie. */
  cookie: string | undefined
}

/** What a signed address keeps of a sender. */
export type KnownSender = { sessionId: number } | { apiKeyId: number }

export interface Authenticator {
  /** The sender of a request. Throws UNAUTHORIZED without a valid credential. */
  authenticate(presented: Presented): Promise<Authenticated>
  /**
   * Authenticates the same sender again later in a request. `db` is the transaction that reads, if
   * there is one. Throws UNAUTHORIZED if the key or the session has ended meanwhile.
   */
  again(identity: Identity, db?: Db): Promise<Identity>
  /**
   * The caller in the organization that the request names, else in the organization of the object
   * that it reads.
   */
  callerOf(identity: Identity, wanted: string | undefined, read?: ReadObject, db?: Db): Promise<Caller>
  /** The caller that a known sender is now in an organization. Throws a Problem if it has no rights there any more. */
  callerAgain(sender: KnownSender, organizationId: number): Promise<Caller>
  /** Resolves after the pending writes of the times of last use. */
  idle(): Promise<void>
}

/**
 * Identifies callers by their credential. It reads the database each time, so that a revocation takes effect
 * at once.
 */
export function makeAuthenticator({ store, clock }: { store: Store; clock: Clock }): Authenticator {
  const behind = makeBackgroundWrites(store)
  const readSession = makeSessionReader(store, behind)
  return {
    async authenticate({ authorization, cookie }) {
      const now = clock()
      // Cookies contain only sessions.
      if (authorization === undefined && cookie !== undefined) return readSession(cookie, now, true)
      const credential = bearer(authorization)
      if (credential.startsWith(SESSION_PREFIX)) return readSession(credential, now, false)
      const { caller, lastUsedAt } = await callerOfKey(store, credential, now)
      behind.atMostEvery(LAST_USED_EVERY_MS, caller.credential, lastUsedAt, now, (db) =>
        db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', caller.apiKeyId).execute(),
      )
      return { identity: { kind: 'key', caller }, renewed: null }
    },
    async again(identity, db = store.lookup) {
      const now = clock()
      if (identity.kind === 'person') return readSessionAgain(db, identity.sessionId, now)
      return { kind: 'key', caller: await callerOfKeyAgain(db, identity.caller.apiKeyId ?? 0, now) }
    },
    async callerAgain(sender, organizationId) {
      const [db, now] = [store.lookup, clock()]
      if ('apiKeyId' in sender) return callerOfKeyAgain(db, sender.apiKeyId, now)
      const person = await readSessionAgain(db, sender.sessionId, now)
      const own = person.memberships.find((one) => one.organizationId === organizationId)
      if (!own) throw new Problem('FORBIDDEN', 'You are not a member of this organization any more.')
      return callerOfPerson(person, own.slug)
    },
    async callerOf(identity, wanted, read, db = store.lookup) {
      if (identity.kind === 'person') {
        const isOpen = wanted === undefined && read && identity.memberships.length > 1
        return callerOfPerson(
          identity,
          isOpen ? await organizationOf({ lookup: db }, identity, read) : wanted,
        )
      }
      if (wanted !== undefined) await requireOwn(db, identity.caller, wanted)
      return identity.caller
    },
    idle: behind.idle,
  }
}

/** The subject of rate limits for an identity. */
export const limitedAs = (identity: Identity): string =>
  identity.kind === 'key' ? identity.caller.credential : credentialOf(identity)

/** A key belongs to one organization; naming another one with it is a mistake that deserves an error. */
async function requireOwn(db: Db, { organizationId }: Caller, wanted: string): Promise<void> {
  const own = await db
    .selectFrom('organization')
    .select('slug')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (own && own.slug !== wanted.trim().toLowerCase())
    throw new Problem(
      'INVALID_REQUEST',
      `${ORGANIZATION_NAMED} must be ${own.slug}, the organization of this API key.`,
    )
}

function bearer(header: string | undefined): string {
  const match = /^Bearer +(\S+) *$/i.exec(header ?? '')
  if (!match) throw unauthorized('Send your API key in the header "Authorization: Bearer <API_KEY>".')
  return match[1] as string
}

async function callerOfKey({ lookup }: Store, key: string, now: number) {
  const [row] = await keyByHash(lookup, hashKey(key))
  if (!row || row.revoked_at !== null) {
    const problem = describeKeyProblem(key)
    if (problem) throw unauthorized(`This API key looks mistyped: ${problem}. Copy it again in full.`)
    throw unauthorized(
      'This API key is not valid here: it is unknown or was revoked. Check SVC_URL, or create a new key.',
    )
  }
  return { caller: callerOfRow(row, now), lastUsedAt: row.last_used_at }
}

async function callerOfKeyAgain(db: Db, id: number, now: number): Promise<Caller> {
  const [row] = await keyById(db, id)
  if (!row || row.revoked_at !== null)
    throw unauthorized('This API key was revoked during the request. Create a new key.')
  return callerOfRow(row, now)
}

const callerOfRow = (row: Awaited<ReturnType<typeof keyByHash>>[number], now: number): Caller => ({
  organizationId: row.organization_id,
  credential: `key:${row.id}`,
  apiKeyId: row.id,
  personId: null,
  projectId: row.project_id,
  endsAt: row.expires_at,
  ...keyAuthority(row, now),
})

const keyByHash = prepared((db, hash: string) => backedKeys(db).where('api_key.hash', '=', hash))
const keyById = prepared((db, id: number) => backedKeys(db).where('api_key.id', '=', id))

/**
 * The slug of the organization that has this object, if the person is a member there. Throws NOT_FOUND
 * otherwise, whether or not the object exists.
 */
async function organizationOf(
  { lookup }: Pick<Store, 'lookup'>,
  { memberships }: PersonIdentity,
  { kind, id }: ReadObject,
): Promise<string> {
  const [row] = await BY_ID[kind](lookup, id.toLowerCase())
  const own = memberships.find(({ organizationId }) => organizationId === row?.organization_id)
  if (!own) throw new Problem('NOT_FOUND', `There is no such ${kind} in your organizations.`)
  return own.slug
}
