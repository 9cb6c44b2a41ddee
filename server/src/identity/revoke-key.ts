import type { keyOperations } from '@svc/schema'
import type { Handlers } from '../kernel/handlers.ts'
import { notFound } from '../kernel/problem.ts'
import { recordAudit } from './audit.ts'
import { requireWholeOrganization } from './whole-organization.ts'

/** Ends a key at once and for good; of a key that has ended already it says when. */
export const revokeKey: Handlers<typeof keyOperations>['revokeKey'] = async ({ ctx, input }) => {
  requireWholeOrganization(ctx.caller)
  const revokedAt = await ctx.store.write(async (db) => {
    const key = await db
      .selectFrom('api_key')
      .select(['id', 'name', 'revoked_at'])
      .where('organization_id', '=', ctx.caller.organizationId)
      .where('public_id', '=', input.id)
      .executeTakeFirst()
    if (!key) throw notFound('API key')
    if (key.revoked_at !== null) return key.revoked_at
    const now = ctx.clock()
    await db.updateTable('api_key').set({ revoked_at: now }).where('id', '=', key.id).execute()
    await recordAudit(db, ctx.caller, now, {
      action: 'key.revoked',
      target: { kind: 'key', id: input.id, name: key.name },
    })
    return now
  })
  return { id: input.id, revokedAt: new Date(revokedAt).toISOString() }
}
