import type { Db } from '../../ground/store/portable.ts'
import { type Actor, recordAudit } from './audit.ts'
import { hashKey, makeLinkToken } from './secret-token.ts'
import { membershipsOf } from './sessions.ts'

const HOLDS_MS = 7 * 86_400_000

/**
 * Creates the only link that lets a person set a password, and deletes an earlier one. Returns its
 * secret.
 */
export async function makePasswordLink(db: Db, personId: number, now: number): Promise<string> {
  const token = makeLinkToken()
  await db.deleteFrom('password_link').where('person_id', '=', personId).execute()
  await db
    .insertInto('password_link')
    .values({ person_id: personId, hash: hashKey(token), created_at: now, expires_at: now + HOLDS_MS })
    .execute()
  return token
}

/** The audit actions of a password link. */
type LinkAction = 'person.password-link-made' | 'person.password-set-by-link'

/**
 * Records a password action in every organization of a person. The actor is null for a command on
 * the server's machine.
 */
export async function auditPasswordLink(
  db: Db,
  personId: number,
  by: Actor['personId'],
  now: number,
  action: LinkAction,
): Promise<void> {
  const { public_id, email } = await db
    .selectFrom('person')
    .select(['public_id', 'email'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow()
  const target = { kind: 'person', id: public_id, name: email }
  for (const { organizationId } of await membershipsOf(db, personId))
    await recordAudit(db, { organizationId, personId: by, apiKeyId: null }, now, { action, target })
}

/** The page where a person sets a password. Browsers never send the fragment, so no log contains it. */
export const passwordUrl = (baseUrl: string, token: string): string => `${baseUrl}/welcome#${token}`
