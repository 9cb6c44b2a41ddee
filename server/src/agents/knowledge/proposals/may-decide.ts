import { ADMIN_ACCESS, isAtLeast, requireAccess } from '../../../ground/kernel/access.ts'
import type { Context } from '../../../ground/kernel/context.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { Db } from '../../../ground/store/portable.ts'

/** Throws FORBIDDEN unless the caller may decide proposals: a person may, and a key with the role and scope admin. */
export function requireDeciding({ caller }: Context): void {
  if (caller.apiKeyId !== null) requireAccess(caller, ADMIN_ACCESS)
}

/** Throws FORBIDDEN if a key proposed it, the caller is a key, and the organization does not permit that. */
export async function requireDecider(
  db: Db,
  { caller }: Context,
  proposal: { is_by_key: number },
): Promise<void> {
  if (caller.apiKeyId === null) return
  if (proposal.is_by_key === 0 || (await keysMayDecide(db, caller.organizationId))) return
  throw new Problem(
    'FORBIDDEN',
    'An API key proposed this, so a person has to decide. Sign in and decide it, or an admin allows keys to: POST /api/review-settings {"keysMayDecide": true}.',
  )
}

/**
 * True if agents may follow what the caller writes without review: what a person writes, and what a key writes that
 * may accept its own proposals.
 */
export async function isVouching(db: Db, caller: Context['caller']): Promise<boolean> {
  if (caller.apiKeyId === null) return true
  const isAdmin = isAtLeast(caller.role, ADMIN_ACCESS.role) && caller.scopes.has(ADMIN_ACCESS.scope)
  return isAdmin && (await keysMayDecide(db, caller.organizationId))
}

/** True if API keys of admins may accept what API keys proposed. */
export async function keysMayDecide(db: Db, organizationId: number): Promise<boolean> {
  const row = await db
    .selectFrom('organization')
    .select('keys_may_decide')
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.keys_may_decide === 1
}
