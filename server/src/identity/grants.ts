import type { Access } from '@svc/schema'
import { isAtLeast, requireAccess, SCOPES_OF_ROLE } from '../kernel/access.ts'
import type { Caller, Context, Scope } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { type Db, holdRow } from '../store/portable.ts'
import type { Role } from '../store/tables.ts'
import { type Backing, OF_MACHINE } from './backing.ts'
import { backedKeys, keyAuthority, unauthorized } from './key-authority.ts'

/** What a credential lets its holder do. */
export interface Grant {
  role: Role
  scopes: readonly Scope[]
  /** Null: all of the organization. */
  projectId: number | null
  /** Milliseconds since the epoch; null: never. */
  expiresAt: number | null
}

/** A member may do all that the role may, and has no end. */
export const membershipGrant = (role: Role): Grant => ({
  role,
  scopes: SCOPES_OF_ROLE[role],
  projectId: null,
  expiresAt: null,
})

/** What the workflows of a trust get. */
export const workflowGrant = (projectId: number | null): Grant => ({
  role: 'editor',
  scopes: ['ingest', 'read'],
  projectId,
  expiresAt: null,
})

/** What a webhook or a badge tells the holder of its address. */
export const tellingGrant = (projectId: number | null): Grant => ({
  role: 'viewer',
  scopes: ['read'],
  projectId,
  expiresAt: null,
})

/** The caller as they are inside a transaction, which may be less than when the request came in. */
export interface Authority {
  caller: Caller
  expiresAt: number | null
  /** Who answers for what they make. */
  backing: Backing
}

type Asker = Pick<Context, 'store' | 'caller' | 'clock'>

/**
 * What the caller may do now. Holds the organization until the transaction ends, so that changes of rights happen one
 * after the other. FORBIDDEN or UNAUTHORIZED where nothing is left.
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

/** Holds an organization until the transaction ends. */
export const holdOrganization = (db: Db, dialect: Context['store']['dialect'], id: number) =>
  db.selectFrom('organization').select('id').where('id', '=', id).modifyEnd(holdRow(dialect)).execute()

/** What the caller may do now; FORBIDDEN unless they may do this, and may do all that they are about to give. */
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

/** Refuses with FORBIDDEN unless the authority has the role, the scopes, the reach and the time that are to be given. */
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
        ? `${what} has no end, and this key ends at ${end}. Use a key without an end, or sign in.`
        : `${what} ends later than this key, which ends at ${end}. Choose an earlier end.`,
    )
  }
}
