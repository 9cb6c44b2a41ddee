import type { keyOperations } from '@svc/schema'
import { ADMIN_ACCESS, requireAccess } from '../../ground/kernel/access.ts'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { slug } from '../../ground/kernel/quoted.ts'
import { recordAudit } from './audit.ts'
import { authorityNow } from './grants.ts'
import { settleCredentials } from './settle-credentials.ts'
import { requireWholeOrganization } from './whole-organization.ts'

/**
 * Revokes a key at once and permanently; for a revoked key it returns the time of revocation. Throws CONFLICT
 * if it made others that still work and the choice is missing.
 */
export const revokeKey: Handlers<typeof keyOperations>['revokeKey'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const { revokedAt, ...settled } = await ctx.store.write(async (db) => {
    const authority = await authorityNow(db, ctx)
    requireAccess(authority.caller, ADMIN_ACCESS)
    const key = await db
      .selectFrom('api_key')
      .select(['id', 'name', 'revoked_at'])
      .where('organization_id', '=', ctx.caller.organizationId)
      .where('public_id', '=', input.id)
      .executeTakeFirst()
    if (!key) throw notFound('API key')
    if (key.revoked_at !== null) return { revokedAt: key.revoked_at, kept: 0, ended: 0 }
    const now = ctx.clock()
    const settled = await settleCredentials(db, ctx, authority, {
      maker: { keyIds: [key.id] },
      name: `The key ${slug(key.name)}`,
      choice: input.credentials,
      because: 'key.revoked',
    })
    await db.updateTable('api_key').set({ revoked_at: now }).where('id', '=', key.id).execute()
    await recordAudit(db, ctx.caller, now, {
      action: 'key.revoked',
      target: { kind: 'key', id: input.id, name: key.name },
      ...(settled.kept + settled.ended > 0 && { detail: settled }),
    })
    return { revokedAt: now, ...settled }
  })
  return {
    id: input.id,
    revokedAt: new Date(revokedAt).toISOString(),
    ...settled,
    agents: await agentsOfKey(ctx, input.id),
  }
}

/** Names of the agents that lose their last credential with the key; an admin can take them over. */
async function agentsOfKey({ store, caller }: Context, id: string): Promise<string[]> {
  const key = await store.lookup
    .selectFrom('api_key')
    .select('id')
    .where('organization_id', '=', caller.organizationId)
    .where('public_id', '=', id)
    .executeTakeFirstOrThrow()
  const agents = await store.lookup
    .selectFrom('agent')
    .select('name')
    .where('organization_id', '=', caller.organizationId)
    .where('credential', '=', `key:${key.id}`)
    .where('status', '!=', 'archived')
    .orderBy('id')
    .limit(100)
    .execute()
  return agents.map(({ name }) => name)
}
