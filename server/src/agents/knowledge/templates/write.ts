import type { templateOperations } from '@svc/schema'
import { sql } from 'kysely'
import { requireAccess } from '../../../ground/kernel/access.ts'
import type { Context } from '../../../ground/kernel/context.ts'
import { isUuid, newId } from '../../../ground/kernel/id.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { notFound, Problem } from '../../../ground/kernel/problem.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { describeActor, recordAudit } from '../../../people/identity/audit.ts'
import { requireWholeOrganization } from '../../../people/identity/whole-organization.ts'
import { visibleProject } from '../../../people/projects/visible-projects.ts'
import { BUILT_IN } from './built-in/built-in.ts'
import { describeTemplate } from './effective.ts'

type Verbs = Handlers<typeof templateOperations>

/** Of one organization, those of its projects included. */
const MOST_TEMPLATES = 500

/** Creates or replaces a template. One of the whole organization needs an admin. */
export const putTemplate: Verbs['putTemplate'] = async ({ ctx, input }) => {
  const project = input.project === undefined ? null : await visibleProject(ctx, input.project)
  if (project === null) requireOrganizationWide(ctx)
  refuseOtherCategory(input)
  const now = ctx.clock()
  return ctx.store.write(async (db) => {
    const { actor_name } = await describeActor(db, ctx.caller)
    const own = {
      category: input.category,
      title: input.title,
      content: input.content,
      updated_at: now,
      author: actor_name,
    }
    const place = {
      organization_id: ctx.caller.organizationId,
      project_id: project?.id ?? null,
      path: input.path,
    }
    const row = await db
      .insertInto('template')
      .values({ public_id: newId(now), ...place, ...own })
      .onConflict((conflict) =>
        (project === null
          ? conflict.columns(['organization_id', 'path']).where('project_id', 'is', null)
          : conflict.columns(['project_id', 'path']).where('project_id', 'is not', null)
        ).doUpdateSet(own),
      )
      .returningAll()
      .executeTakeFirstOrThrow()
    await refuseTooMany(db, ctx.caller.organizationId)
    await audit(db, ctx, 'template.written', row)
    return describeTemplate(row)
  })
}

export const deleteTemplate: Verbs['deleteTemplate'] = async ({ ctx, input }) => {
  const project = input.project === undefined ? null : await visibleProject(ctx, input.project)
  const id = input.id.trim().toLowerCase()
  return ctx.store.write(async (db) => {
    const own = db.selectFrom('template').selectAll().where('organization_id', '=', ctx.caller.organizationId)
    const row = await (isUuid(id)
      ? own.where('public_id', '=', id)
      : own.where('path', '=', id).where('project_id', project === null ? 'is' : '=', project?.id ?? null)
    ).executeTakeFirst()
    if (!row && BUILT_IN.some(({ path }) => path === id))
      throw new Problem(
        'CONFLICT',
        `${id} is a built-in template, and nothing overrides it here. PUT /api/templates overrides it.`,
      )
    const { projectId } = ctx.caller
    if (!row || (projectId !== null && row.project_id !== null && row.project_id !== projectId))
      throw notFound('template')
    if (row.project_id === null) requireOrganizationWide(ctx)
    await db.deleteFrom('template').where('id', '=', row.id).execute()
    await audit(db, ctx, 'template.deleted', row)
    return { id: row.public_id }
  })
}

/** Readers expect the category that the path names. */
function refuseOtherCategory({ path, category }: { path: string; category: string }): void {
  const [named = ''] = path.split('/')
  if (named !== category && CATEGORIES.has(named))
    throw new Problem(
      'INVALID_REQUEST',
      `The path ${path} is one of the category ${named}, not ${category}. Change one of them.`,
    )
}

const CATEGORIES = new Set<string>(BUILT_IN.map(({ category }) => category))

function requireOrganizationWide({ caller }: Context): void {
  requireWholeOrganization(caller)
  requireAccess(caller, { role: 'admin', scope: 'knowledge' })
}

/** After the write, so that a template can be replaced when there is no room for another. */
async function refuseTooMany(db: Db, organizationId: number): Promise<void> {
  const { count } = await db
    .selectFrom('template')
    .select(sql<number>`count(*)`.as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  if (Number(count) > MOST_TEMPLATES)
    throw new Problem(
      'CONFLICT',
      `An organization can have ${MOST_TEMPLATES} templates. Delete one first: DELETE /api/templates/:id.`,
    )
}

const audit = (db: Db, ctx: Context, action: string, row: { public_id: string; path: string }) =>
  recordAudit(db, ctx.caller, ctx.clock(), {
    action,
    target: { kind: 'template', id: row.public_id, name: row.path },
  })
