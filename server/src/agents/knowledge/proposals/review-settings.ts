import type { proposalOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { recordAudit } from '../../../people/identity/audit.ts'
import { keysMayDecide } from './may-decide.ts'

type Verbs = Handlers<typeof proposalOperations>

export const getReviewSettings: Verbs['getReviewSettings'] = async ({ ctx }) => ({
  keysMayDecide: await keysMayDecide(ctx.store.lookup, ctx.caller.organizationId),
})

export const setReviewSettings: Verbs['setReviewSettings'] = async ({ ctx, input }) => {
  const { organizationId } = ctx.caller
  await ctx.store.write(async (db) => {
    const organization = await db
      .updateTable('organization')
      .set({ keys_may_decide: input.keysMayDecide ? 1 : 0 })
      .where('id', '=', organizationId)
      .returning(['public_id', 'name'])
      .executeTakeFirstOrThrow()
    await recordAudit(db, ctx.caller, ctx.clock(), {
      action: 'proposals.review-changed',
      target: { kind: 'organization', id: organization.public_id, name: organization.name },
      detail: { keysMayDecide: input.keysMayDecide },
    })
  })
  return { keysMayDecide: input.keysMayDecide }
}
