import { lesserRole, SCOPES_OF_ROLE } from '../../ground/kernel/access.ts'
import type { Scope } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import type { Db } from '../../ground/store/portable.ts'
import type { Role } from '../../ground/store/tables.ts'

/**
 * Keys of organizations that are not deleted, each with its present limits; by unique keys alone, so that one lookup
 * identifies the caller.
 */
export const backedKeys = (db: Db) =>
  db
    .selectFrom('api_key')
    .innerJoin('organization', 'organization.id', 'api_key.organization_id')
    .where('organization.deleted_at', 'is', null)
    .leftJoin('member', (join) =>
      join
        .onRef('member.organization_id', '=', 'api_key.organization_id')
        .onRef('member.person_id', '=', 'api_key.owner_id'),
    )
    .leftJoin('api_key as parent', 'parent.id', 'api_key.parent_key_id')
    .select(['api_key.id', 'api_key.organization_id', 'api_key.role', 'api_key.scopes', 'api_key.project_id'])
    .select(['api_key.expires_at', 'api_key.last_used_at', 'api_key.revoked_at'])
    .select(['api_key.owner_id', 'api_key.parent_key_id', 'member.role as owner_role'])
    .select(['parent.id as parent_id', 'parent.revoked_at as parent_revoked_at'])

interface BackedKey {
  role: Role
  scopes: string
  expires_at: number | null
  owner_id: number | null
  owner_role: Role | null
  parent_key_id: number | null
  parent_id: number | null
  parent_revoked_at: number | null
}

/**
 * The present rights of a key: its own, limited by those of its owner. UNAUTHORIZED if it has ended, if its
 * owner is no longer a member, or if the key that made it was revoked.
 */
export function keyAuthority(row: BackedKey, now: number): { role: Role; scopes: ReadonlySet<Scope> } {
  if (row.expires_at !== null && row.expires_at <= now)
    throw unauthorized(`This API key expired at ${new Date(row.expires_at).toISOString()}. Create a new key.`)
  if (row.owner_id !== null && row.owner_role === null)
    throw unauthorized(
      'This API key is no longer valid: its owner left the organization. Ask an admin for a new key.',
    )
  if (row.parent_key_id !== null && (row.parent_id === null || row.parent_revoked_at !== null))
    throw unauthorized(
      'This API key is no longer valid: the key that made it was revoked. Ask an admin for a new key.',
    )
  const role = row.owner_role === null ? row.role : lesserRole(row.role, row.owner_role)
  const scopes = (row.scopes.split(' ') as Scope[]).filter((scope) => SCOPES_OF_ROLE[role].includes(scope))
  return { role, scopes: new Set(scopes) }
}

export const unauthorized = (message: string) =>
  new Problem('UNAUTHORIZED', message, { isCredentialRefused: true })
