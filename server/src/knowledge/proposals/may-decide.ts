import { requireAccess } from '../../kernel/access.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Db } from '../../store/portable.ts'

/**
 * Throws FORBIDDEN unless the caller may decide the proposal: a person may; a key needs the role and scope admin, and
 * the organization's permission if a key proposed it.
 */
export async function requireDecider(
  db: Db,
  { caller }: Context,
  proposal: { is_by_key: number },
): Promise<void> {
  if (caller.apiKeyId === null) return
  requireAccess(caller, { role: 'admin', scope: 'admin' })
  if (proposal.is_by_key === 0 || (await keysMayDecide(db, caller.organizationId))) return
  throw new Problem(
    'FORBIDDEN',
    'An API key proposed this, so a person has to decide. Sign in and decide it, or an admin allows keys to: POST /api/review-settings {"keysMayDecide": true}.',
  )
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
