import type { Access } from '@svc/schema'
import { sql } from 'kysely'
import { isAtLeast, lesserRole, ROLES, requireAccess, SCOPES_OF_ROLE } from '../../ground/kernel/access.ts'
import type { Caller, Context, Scope } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { type Db, holdRow } from '../../ground/store/portable.ts'
import type { Role } from '../../ground/store/tables.ts'

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

/** The rights of a credential's holder. */
export interface Grant {
  role: Role
  scopes: readonly Scope[]
  /** Null: the whole organization. */
  projectId: number | null
  /** Milliseconds since the epoch; null: never. */
  expiresAt: number | null
}

/** A member has all rights of the role, and no end. */
export const membershipGrant = (role: Role): Grant => ({
  role,
  scopes: SCOPES_OF_ROLE[role],
  projectId: null,
  expiresAt: null,
})

/** The grant of a trust's workflows. */
export const workflowGrant = (projectId: number | null): Grant => ({
  role: 'editor',
  scopes: ['ingest', 'read'],
  projectId,
  expiresAt: null,
})

/** The grant of a webhook's or badge's address. */
export const tellingGrant = (projectId: number | null): Grant => ({
  role: 'viewer',
  scopes: ['read'],
  projectId,
  expiresAt: null,
})

/** The caller's rights inside a transaction, which may be fewer than at the start of the request. */
export interface Authority {
  caller: Caller
  expiresAt: number | null
  /** The owner of the credentials they make. */
  backing: Backing
}

type Asker = Pick<Context, 'store' | 'caller' | 'clock'>

/**
 * The caller's present rights. Locks the organization until the transaction ends, so that changes of rights
 * are sequential. Throws FORBIDDEN or UNAUTHORIZED if no rights remain.
 */
export async function authorityNow(db: Db, { store, caller, clock }: Asker): Promise<Authority> {
  await holdOrganization(db, store.dialect, caller.organizationId)
  if (caller.personId !== null) {
    const member = await db
      .selectFrom('member')
      .select('role')
      .where('organization_id', '=', caller.organizationId)
      .where('person_id', '=', caller.personId)
      .executeTakeFirst()
    if (!member) throw new Problem('FORBIDDEN', 'You are no longer a member of this organization.')
    const scopes = new Set(SCOPES_OF_ROLE[member.role])
    return {
      caller: { ...caller, role: member.role, scopes },
      expiresAt: null,
      backing: { owner_id: caller.personId, parent_key_id: null },
    }
  }
  if (caller.apiKeyId === null) return { caller, expiresAt: null, backing: OF_MACHINE }
  const key = await backedKeys(db).where('api_key.id', '=', caller.apiKeyId).executeTakeFirst()
  if (!key || key.revoked_at !== null) throw unauthorized('This API key was revoked. Create a new key.')
  return {
    caller: { ...caller, ...keyAuthority(key, clock()) },
    expiresAt: key.expires_at,
    backing: { owner_id: key.owner_id, parent_key_id: key.id },
  }
}

/** Locks an organization until the transaction ends. */
export const holdOrganization = (db: Db, dialect: Context['store']['dialect'], id: number) =>
  db.selectFrom('organization').select('id').where('id', '=', id).modifyEnd(holdRow(dialect)).execute()

/**
 * The caller's present rights. Throws FORBIDDEN unless they include the action, and everything that the
 * caller is about to grant.
 */
export async function authorizeGrant(
  db: Db,
  asker: Asker,
  needs: Access,
  grant: Grant,
  what: string,
): Promise<Authority> {
  const authority = await authorityNow(db, asker)
  requireAccess(authority.caller, needs)
  requireWithin(authority, grant, what)
  return authority
}

/**
 * Throws FORBIDDEN unless the authority includes the role, the scopes, the projects and the lifetime of the
 * grant.
 */
export function requireWithin({ caller, expiresAt }: Authority, grant: Grant, what: string): void {
  const isKey = caller.apiKeyId !== null
  const refuse = (why: string): never => {
    throw new Problem('FORBIDDEN', why)
  }
  if (!isAtLeast(caller.role, grant.role))
    refuse(
      `${what} has the role ${grant.role}; ${isKey ? 'this key has' : 'you have'} the role ${caller.role}.`,
    )
  const more = grant.scopes.filter((scope) => !caller.scopes.has(scope))
  if (more.length > 0)
    refuse(
      `${what} has the scopes ${grant.scopes.join(', ')}; this key lacks ${more.join(', ')}. Use a key that has them, or sign in.`,
    )
  if (caller.projectId !== null && caller.projectId !== grant.projectId)
    refuse(`${what} reaches beyond the one project that this key is restricted to.`)
  if (expiresAt !== null && (grant.expiresAt === null || grant.expiresAt > expiresAt)) {
    const end = new Date(expiresAt).toISOString()
    refuse(
      grant.expiresAt === null
        ? `${what} never expires, but this key expires at ${end}. Use a key that never expires, or sign in.`
        : `${what} expires later than this key, which expires at ${end}. Choose an earlier expiry.`,
    )
  }
}

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
