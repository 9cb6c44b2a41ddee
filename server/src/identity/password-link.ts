import type { Db } from '../store/portable.ts'
import { hashKey } from './api-key.ts'
import { makeLinkToken } from './secret-token.ts'

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

/** Where a person sets a password. What follows # is never sent to a server, so that no log has it. */
export const passwordUrl = (baseUrl: string, token: string): string => `${baseUrl}/welcome#${token}`
