import type { Context } from '../kernel/context.ts'
import { recentProjects } from '../projects/recent-projects.ts'
import { type VisibleProject, visibleProject, visibleProjects } from '../projects/visible-projects.ts'

/** The number of projects whose tests and executions one search reads. */
const MOST_SEARCHED = 5

/**
 * The projects whose content is searched, and all projects that may be found by name. Throws
 * NOT_FOUND for the slug of another organization.
 */
export async function readScope(ctx: Context, slug: string | undefined) {
  const { projects } = await recentProjects(ctx.store, ctx.caller)
  if (slug !== undefined) return { projects, searched: [await visibleProject(ctx, slug)] }
  const recent = new Map(projects.map((project, place) => [project.slug, place]))
  const placeOf = (project: VisibleProject) => recent.get(project.slug) ?? projects.length
  const all = await visibleProjects(ctx, undefined)
  return { projects, searched: all.sort((a, b) => placeOf(a) - placeOf(b)).slice(0, MOST_SEARCHED) }
}
