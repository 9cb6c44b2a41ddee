import type { Access } from '@svc/schema'
import { isAtLeast, requireAccess, SCOPES_OF_ROLE } from '../../ground/kernel/access.ts'
import type { Caller, Context, Scope } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { type Db, holdRow } from '../../ground/store/portable.ts'
import type { Role } from '../../ground/store/tables.ts'
import { type Backing, OF_MACHINE } from './credential-owner.ts'
import { backedKeys, keyAuthority, unauthorized } from './key-authority.ts'

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
