import type { Transaction } from 'kysely'
import { newId } from '../../ground/kernel/id.ts'
import type { Tables } from '../../ground/store/tables.ts'
import type { Backing, Grant } from './grants.ts'
import { hashKey, hintOf, makeApiKey } from './secret-token.ts'

export interface NewKey extends Grant {
  organizationId: number
  name: string
  /** The person who created it, if it was a person. */
  createdBy: number | null
  /** Its owner. */
  backing: Backing
  /** The trust that issued it, unless it was made by hand. */
  trustId?: number
}

/** Stores a new key and returns its value, which cannot be read again. */
export async function insertKey(db: Transaction<Tables>, key: NewKey, now: number) {
  const value = makeApiKey()
  const row = {
    public_id: newId(now),
    organization_id: key.organizationId,
    name: key.name,
    hash: hashKey(value),
    hint: hintOf(value),
    role: key.role,
    scopes: key.scopes.join(' '),
    project_id: key.projectId,
    created_by: key.createdBy,
    created_at: now,
    expires_at: key.expiresAt,
    last_used_at: null,
    ...key.backing,
    trust_id: key.trustId ?? null,
  }
  await db.insertInto('api_key').values(row).execute()
  return { row, value }
}
