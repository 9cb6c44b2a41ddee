import { describeKeyProblem } from '@svc/protocol'
import type { Clock } from '../kernel/clock.ts'
import type { Caller, Scope } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import type { Store } from '../store/open.ts'
import { hashKey, sameHash } from './api-key.ts'

/** How often the time of last use is written, at most. */
const LAST_USED_EVERY_MS = 60_000
/** Keys whose last write is remembered; a forgotten one costs one more comparison in the database. */
const LAST_USED_REMEMBERED = 10_000

export interface Authenticator {
  /** Who an `Authorization` header speaks for; UNAUTHORIZED where nobody. */
  authenticate(header: string | undefined): Promise<Caller>
  /** Resolves when the times of last use under way are written. */
  idle(): Promise<void>
}

/** Tells callers by their Bearer credential. A key is asked for in the database each time, so that revoking holds at once. */
export function makeAuthenticator({ store, clock }: { store: Store; clock: Clock }): Authenticator {
  const findKey = keyFinder(store)
  const touch = makeTouch(store)
  return {
    async authenticate(header) {
      const credential = bearer(header)
      // The one kind of credential so far; a person's session would be told apart here, by its form.
      const { caller, lastUsedAt } = await callerOfKey(findKey, credential, clock())
      touch.used(caller.apiKeyId, lastUsedAt, clock())
      return caller
    },
    idle: touch.idle,
  }
}

function bearer(header: string | undefined): string {
  const match = /^Bearer +(\S+) *$/i.exec(header ?? '')
  if (!match) throw unauthorized('Send your API key in the header "Authorization: Bearer <API_KEY>".')
  return match[1] as string
}

async function callerOfKey(findKey: ReturnType<typeof keyFinder>, key: string, now: number) {
  const problem = describeKeyProblem(key)
  if (problem) throw unauthorized(`This API key looks mistyped: ${problem}. Copy it again in full.`)
  const hash = hashKey(key)
  const row = await findKey(hash)
  if (!row || !sameHash(row.hash, hash) || row.revoked_at !== null) {
    throw unauthorized(
      'This API key is not valid here: it is unknown or was revoked. Check SVC_URL, or create a new key.',
    )
  }
  if (row.expires_at !== null && row.expires_at <= now) {
    throw unauthorized(`This API key expired at ${new Date(row.expires_at).toISOString()}. Create a new key.`)
  }
  const caller = {
    organizationId: row.organization_id,
    credential: `key:${row.id}`,
    apiKeyId: row.id,
    role: row.role,
    scopes: new Set(row.scopes.split(' ') as Scope[]),
    projectId: row.project_id,
  } satisfies Caller
  return { caller, lastUsedAt: row.last_used_at }
}

/** Looks a key up by its hash. Compiled once: on the way of every request that would cost more than running it. */
function keyFinder({ lookup }: Store) {
  const query = lookup
    .selectFrom('api_key')
    .select([
      'id',
      'organization_id',
      'hash',
      'role',
      'scopes',
      'project_id',
      'expires_at',
      'last_used_at',
      'revoked_at',
    ])
    .where('hash', '=', '')
    .compile()
  return async (hash: string) => {
    const wanted: typeof query = { ...query, parameters: [hash] }
    return (await lookup.executeQuery(wanted)).rows[0]
  }
}

const unauthorized = (message: string) =>
  new Problem('UNAUTHORIZED', message, { headers: { 'WWW-Authenticate': 'Bearer' } })

/** Writes when a key was last used, behind the request's back: neither its time nor its failure is the caller's. */
function makeTouch(store: Store) {
  const writtenAt = new Map<number, number>()
  const pending = new Set<Promise<unknown>>()
  return {
    used(keyId: number, lastUsedAt: number | null, now: number) {
      const last = Math.max(lastUsedAt ?? 0, writtenAt.get(keyId) ?? 0)
      if (now - last < LAST_USED_EVERY_MS) return
      if (writtenAt.size >= LAST_USED_REMEMBERED) writtenAt.clear()
      writtenAt.set(keyId, now)
      const write = store
        .write((db) => db.updateTable('api_key').set({ last_used_at: now }).where('id', '=', keyId).execute())
        // A busy or closing database: the next use writes it.
        .catch(() => writtenAt.delete(keyId))
        .finally(() => pending.delete(write))
      pending.add(write)
    },
    async idle() {
      await Promise.all(pending)
    },
  }
}
