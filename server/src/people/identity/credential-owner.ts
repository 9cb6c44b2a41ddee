import { sql } from 'kysely'
import { ROLES } from '../../ground/kernel/access.ts'
import type { Role } from '../../ground/store/tables.ts'

/**
 * The owner of a credential, who limits it to their present rights. Both null: the server's machine made it.
 */
export interface Backing {
  /** The person whose present role in the organization limits it. */
  owner_id: number | null
  /** The key that made it; the credential is invalid without that key. */
  parent_key_id: number | null
}

export const OF_MACHINE: Backing = { owner_id: null, parent_key_id: null }

/** Tables whose rows have an owner. */
export type BackedTable = 'api_key' | 'invitation' | 'oidc_trust' | 'webhook' | 'badge'

/**
 * True for a row whose owner has at least this role in the organization now, and whose parent key is not
 * revoked. Every read that acts on a credential checks it, except the one of keys, which `keyAuthority`
 * judges. The parent is a scalar, not an "exists", because Postgres may read all keys for that.
 */
export const isBacked = (table: BackedTable, organizationId: string, role: Role) => {
  const owner = sql.ref(`${table}.owner_id`)
  const parent = sql.ref(`${table}.parent_key_id`)
  const roles = sql.join(ROLES.slice(ROLES.indexOf(role)))
  return sql<boolean>`(${owner} is null or exists (
      select 1 from member as backer where backer.organization_id = ${sql.ref(organizationId)}
      and backer.person_id = ${owner} and backer.role in (${roles})))
    and (${parent} is null or (
      select parent.revoked_at is null from api_key as parent where parent.id = ${parent}))`
}
