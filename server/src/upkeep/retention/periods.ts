import type { retentionOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import type { Db } from '../../ground/store/portable.ts'
import { recordAudit } from '../../people/identity/audit.ts'
import { requireWholeOrganization } from '../../people/identity/whole-organization.ts'

/** Retention periods in days, counted from the settling of the execution; null: for ever. */
export interface RetentionDays {
  /** Results as rows of their own, before they are archived without loss. */
  archiveAfterDays: number | null
  /** Results and attempts of executions in which nothing failed or flaked. */
  passingDetailDays: number | null
  /** Results and attempts of all other executions. */
  failingDetailDays: number | null
  passingArtifactDays: number | null
  failingArtifactDays: number | null
  /** Executions as a whole. The counts of their days stay. */
  executionDays: number | null
  auditDays: number | null
}

export const DEFAULT_RETENTION: RetentionDays = {
  archiveAfterDays: 30,
  passingDetailDays: 400,
  failingDetailDays: 400,
  passingArtifactDays: 7,
  failingArtifactDays: 30,
  executionDays: 400,
  auditDays: 400,
}

/** The columns of an organization's own periods; 0 means for ever. */
const COLUMN_OF = {
  archiveAfterDays: 'archive_days',
  passingDetailDays: 'passing_detail_days',
  failingDetailDays: 'failing_detail_days',
  passingArtifactDays: 'passing_artifact_days',
  failingArtifactDays: 'failing_artifact_days',
  executionDays: 'execution_days',
  auditDays: 'audit_days',
} as const satisfies Record<keyof RetentionDays, string>

/** An organization's effective periods: its own if set, else the server's. */
export async function readRetention(
  db: Db,
  organizationId: number,
  defaults: RetentionDays,
): Promise<RetentionDays> {
  const own = await db
    .selectFrom('retention')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  const days = { ...defaults }
  for (const [name, column] of Object.entries(COLUMN_OF) as [
    keyof RetentionDays,
    keyof NonNullable<typeof own>,
  ][]) {
    const value = own?.[column] ?? null
    if (value !== null) days[name] = value === 0 ? null : value
  }
  return days
}

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
