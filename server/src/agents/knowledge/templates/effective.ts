import type { Context } from '../../../ground/kernel/context.ts'
import { isUuid } from '../../../ground/kernel/id.ts'
import { notFound, Problem } from '../../../ground/kernel/problem.ts'
import { visibleProject } from '../../../people/projects/visible-projects.ts'
import { BUILT_IN, type Category } from './built-in/built-in.ts'

/** A template as it applies to a project or an organization. */
export interface EffectiveTemplate {
  /** A UUID; for a built-in template, its path. */
  id: string
  path: string
  category: Category
  title: string
  content: string
  source: 'built-in' | 'organization' | 'project'
  updatedAt: string | null
  author: string | null
}

/**
 * The templates that apply to a project, by path: its own, then its organization's, then the built-in ones. Without a
 * project, those of the organization. Throws NOT_FOUND if the caller may not see the project.
 */
export async function effectiveTemplates(
  ctx: Context,
  projectSlug: string | undefined,
): Promise<EffectiveTemplate[]> {
  const project = projectSlug === undefined ? null : await visibleProject(ctx, projectSlug)
  const rows = await ctx.store.read
    .selectFrom('template')
    .selectAll()
    .where('organization_id', '=', ctx.caller.organizationId)
    .where((eb) =>
      project === null
        ? eb('project_id', 'is', null)
        : eb.or([eb('project_id', 'is', null), eb('project_id', '=', project.id)]),
    )
    .execute()
  const byPath = new Map<string, EffectiveTemplate>(
    BUILT_IN.map((template) => [
      template.path,
      { ...template, id: template.path, source: 'built-in', updatedAt: null, author: null },
    ]),
  )
  // A project's own rows come last, so that they replace those of its organization.
  const nearest = rows.sort((a, b) => Number(a.project_id !== null) - Number(b.project_id !== null))
  for (const row of nearest) byPath.set(row.path, describeTemplate(row))
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** A stored template as the API shows it. */
export const describeTemplate = (row: {
  public_id: string
  project_id: number | null
  path: string
  category: Category
  title: string
  content: string
  updated_at: number
  author: string
}): EffectiveTemplate => ({
  id: row.public_id,
  path: row.path,
  category: row.category,
  title: row.title,
  content: row.content,
  source: row.project_id === null ? 'organization' : 'project',
  updatedAt: new Date(row.updated_at).toISOString(),
  author: row.author,
})

/** A stored template by its UUID, of any project that the caller may see. */
async function templateById({ store, caller }: Context, id: string): Promise<EffectiveTemplate> {
  const row = await store.read
    .selectFrom('template')
    .selectAll()
    .where('public_id', '=', id)
    .where('organization_id', '=', caller.organizationId)
    .executeTakeFirst()
  const isHidden =
    caller.projectId !== null && row?.project_id !== null && row?.project_id !== caller.projectId
  if (!row || isHidden) throw notFound('template')
  return describeTemplate(row)
}

/** The template of this id, path or title. Throws NOT_FOUND with the paths that exist. */
export async function findTemplate(
  ctx: Context,
  id: string,
  projectSlug: string | undefined,
): Promise<EffectiveTemplate> {
  if (isUuid(id.trim())) return templateById(ctx, id.trim().toLowerCase())
  const templates = await effectiveTemplates(ctx, projectSlug)
  const wanted = id.trim().toLowerCase().replace(/\.md$/, '')
  const found =
    templates.find((template) => template.path === wanted) ??
    templates.find((template) => template.title.toLowerCase() === wanted)
  if (found) return found
  throw new Problem(
    'NOT_FOUND',
    `There is no such template. These exist: ${templates.map(({ path }) => path).join(', ')}.`,
  )
}
