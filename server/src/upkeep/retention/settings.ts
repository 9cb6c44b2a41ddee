import type { retentionOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { recordAudit } from '../../people/identity/audit.ts'
import { requireWholeOrganization } from '../../people/identity/whole-organization.ts'
import { COLUMN_OF, type RetentionDays, readRetention } from './periods.ts'

type Verbs = Handlers<typeof retentionOperations>

export const getRetention =
  (defaults: RetentionDays): Verbs['getRetention'] =>
  ({ ctx }) => {
    requireWholeOrganization(ctx.caller)
    return tell(ctx, defaults)
  }

export const setRetention =
  (defaults: RetentionDays): Verbs['setRetention'] =>
  async ({ ctx, input }) => {
    requireWholeOrganization(ctx.caller)
    const { organizationId } = ctx.caller
    const set = Object.fromEntries(
      Object.entries(input).map(([name, value]) => [COLUMN_OF[name as keyof RetentionDays], columnOf(value)]),
    )
    if (Object.keys(set).length > 0)
      await ctx.store.write(async (db) => {
        await db
          .insertInto('retention')
          .values({ organization_id: organizationId, ...set })
          .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(set))
          .execute()
        const { slug, public_id } = await db
          .selectFrom('organization')
          .select(['slug', 'public_id'])
          .where('id', '=', organizationId)
          .executeTakeFirstOrThrow()
        await recordAudit(db, ctx.caller, ctx.clock(), {
          action: 'retention.changed',
          target: { kind: 'organization', id: public_id, name: slug },
          detail: input,
        })
      })
    return tell(ctx, defaults)
  }

const columnOf = (value: number | 'forever' | 'default' | undefined): number | null =>
  value === 'forever' ? 0 : typeof value === 'number' ? value : null

async function tell({ store, caller }: Context, defaults: RetentionDays) {
  return { effective: await readRetention(store.lookup, caller.organizationId, defaults), defaults }
}
