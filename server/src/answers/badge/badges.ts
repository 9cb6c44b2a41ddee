import { randomBytes } from 'node:crypto'
import { type badgeOperations, badgeRoutes } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { recordAudit } from '../../people/identity/audit.ts'
import { authorizeGrant, tellingGrant } from '../../people/identity/grants.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'

type Verbs = Handlers<typeof badgeOperations>

export const getBadge: Verbs['getBadge'] = async ({ ctx, input }) => {
  const project = await visibleProject(ctx, input.slug)
  const badge = await ctx.store.read
    .selectFrom('badge')
    .select(['token', 'created_at'])
    .where('project_id', '=', project.id)
    .executeTakeFirst()
  return badge ? describe(ctx, project.slug, badge) : NONE
}

export const makeBadge: Verbs['makeBadge'] = async ({ ctx, input }) => {
  const project = await visibleProject(ctx, input.slug)
  const made = {
    token: randomBytes(16).toString('base64url'),
    created_by: ctx.caller.personId,
    created_at: ctx.clock(),
  }
  await ctx.store.write(async (db) => {
    const grant = tellingGrant(project.id)
    const { backing } = await authorizeGrant(db, ctx, badgeRoutes.rows.makeBadge, grant, 'A badge')
    const badge = { ...made, ...backing }
    await db
      .insertInto('badge')
      .values({ project_id: project.id, ...badge })
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(badge))
      .execute()
    await audit(db, ctx, 'badge.created', project.slug)
  })
  return describe(ctx, project.slug, made)
}

export const deleteBadge: Verbs['deleteBadge'] = async ({ ctx, input }) => {
  const project = await visibleProject(ctx, input.slug)
  await ctx.store.write(async (db) => {
    const { numDeletedRows } = await db
      .deleteFrom('badge')
      .where('project_id', '=', project.id)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) await audit(db, ctx, 'badge.deleted', project.slug)
  })
  return NONE
}

const NONE = { url: null, markdown: null, createdAt: null }

const audit = (db: Parameters<typeof recordAudit>[0], ctx: Context, action: string, slug: string) =>
  recordAudit(db, ctx.caller, ctx.clock(), { action, target: { kind: 'project', id: slug, name: slug } })

function describe({ baseUrl }: Context, slug: string, badge: { token: string; created_at: number }) {
  const url = `${baseUrl}/badge/${badge.token}.svg`
  return {
    url,
    markdown: `[![tests of ${slug}](${url})](${baseUrl})`,
    createdAt: new Date(badge.created_at).toISOString(),
  }
}
