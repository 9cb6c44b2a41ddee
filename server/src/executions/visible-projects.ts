import type { Context } from '../kernel/context.ts'
import { notFound } from '../kernel/problem.ts'

export interface VisibleProject {
  id: number
  slug: string
}

type Asker = Pick<Context, 'store' | 'caller'>

/** The projects a question is about: the one it names, else all that the caller may see. NOT_FOUND where there is no such one. */
export async function visibleProjects(
  { store, caller }: Asker,
  slug: string | undefined,
): Promise<VisibleProject[]> {
  let query = store.read
    .selectFrom('project')
    .select(['id', 'slug'])
    .where('organization_id', '=', caller.organizationId)
  if (caller.projectId !== null) query = query.where('id', '=', caller.projectId)
  if (slug !== undefined) query = query.where('slug', '=', slug)
  const projects = await query.orderBy('id').execute()
  if (slug !== undefined && projects.length === 0) throw notFound('project')
  return projects
}

/** The one project of this name; NOT_FOUND where the caller may see none. */
export async function visibleProject(asker: Asker, slug: string): Promise<VisibleProject> {
  const [project] = await visibleProjects(asker, slug)
  return project as VisibleProject
}
