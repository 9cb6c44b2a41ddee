import type { Db } from '../store/portable.ts'
import { hashKey } from './api-key.ts'
import { type Actor, recordAudit } from './audit.ts'
import { makeLinkToken } from './secret-token.ts'
import { membershipsOf } from './sessions.ts'

const HOLDS_MS = 7 * 86_400_000

/** Makes the one link that lets a person set a password; one made before is void. Returns its secret. */
export async function makePasswordLink(db: Db, personId: number, now: number): Promise<string> {
  const token = makeLinkToken()
  await db.deleteFrom('password_link').where('person_id', '=', personId).execute()
  await db
    .insertInto('password_link')
    .values({ person_id: personId, hash: hashKey(token), created_at: now, expires_at: now + HOLDS_MS })
    .execute()
  return token
}

/** What a link to a password does, as the audit calls it. */
type LinkAction = 'person.password-link-made' | 'person.password-set-by-link'

/** Notes in every organization of a person what was done about their password; null is the server's machine. */
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

/** Where a person sets a password. What follows # is never sent to a server, so that no log has it. */
export const passwordUrl = (baseUrl: string, token: string): string => `${baseUrl}/welcome#${token}`
