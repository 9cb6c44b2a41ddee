import type { projectOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import { readPage } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../ground/kernel/problem.ts'
import { projectOfName } from '../../ground/kernel/project-name.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Db } from '../../ground/store/portable.ts'
import { prepared } from '../../ground/store/prepared.ts'

export interface VisibleProject {
  id: number
  slug: string
}

type Asker = Pick<Context, 'store' | 'caller'>

/**
 * The projects of a query: the one it names, else all that the caller may see. Throws NOT_FOUND if the named
 * one does not exist.
 */
export async function visibleProjects(asker: Asker, slug: string | undefined): Promise<VisibleProject[]> {
  if (slug !== undefined) return [await visibleProject(asker, slug)]
  const { store, caller } = asker
  if (caller.projectId !== null) return ownProject(store.lookup, caller.organizationId, caller.projectId)
  return store.read
    .selectFrom('project')
    .select(['id', 'slug'])
    .where('organization_id', '=', caller.organizationId)
    .orderBy('id')
    .execute()
}

/**
 * The project of this name, also if uploads under it went to another because it is reserved. Throws NOT_FOUND if
 * the caller may not see it.
 */
export async function visibleProject({ store, caller }: Asker, slug: string): Promise<VisibleProject> {
  const project = await projectOfName(
    slug,
    async (name) => (await projectCalled(store.lookup, caller.organizationId, name))[0],
  )
  if (!project || (caller.projectId !== null && project.id !== caller.projectId)) throw notFound('project')
  return project
}

/** The only project that the caller may see; null if there are more, or none. */
export async function onlyVisibleProject({ store, caller }: Asker): Promise<VisibleProject | null> {
  const { organizationId, projectId } = caller
  const [first, second] =
    projectId === null
      ? await firstProjects(store.lookup, organizationId, 2)
      : await ownProject(store.lookup, organizationId, projectId)
  return first && !second ? first : null
}

/** The number of the caller's organization's projects, at most `most`. */
export const countProjects = async ({ store, caller }: Asker, most: number): Promise<number> =>
  (await firstProjects(store.lookup, caller.organizationId, most)).length

const projectCalled = prepared((db, organizationId: number, slug: string) =>
  projectsOf(db, organizationId).where('slug', '=', slug),
)

const ownProject = prepared((db, organizationId: number, id: number) =>
  projectsOf(db, organizationId).where('id', '=', id),
)

const firstProjects = prepared((db, organizationId: number, most: number) =>
  projectsOf(db, organizationId).limit(most),
)

const projectsOf = (db: Db, organizationId: number) =>
  db.selectFrom('project').select(['id', 'slug']).where('organization_id', '=', organizationId)

export const listProjects: Handlers<typeof projectOperations>['listProjects'] = async ({ ctx, input }) => {
  const { store, caller } = ctx
  let query = store.read
    .selectFrom('project')
    .select(['project.id', 'slug', 'name', 'repository', 'default_branch', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('execution')
        .select('started_at')
        .whereRef('execution.project_id', '=', 'project.id')
        .orderBy('started_at', 'desc')
        .limit(1)
        .as('last_at'),
    )
    .where('organization_id', '=', caller.organizationId)
  if (caller.projectId !== null) query = query.where('project.id', '=', caller.projectId)
  const { page, nextCursor } = await readPage(ctx, query, 'project.id', input)
  return {
    items: page.map((row) => ({
      slug: row.slug,
      name: row.name,
      repository: row.repository,
      defaultBranch: row.default_branch,
      createdAt: iso(row.created_at),
      lastExecutionAt: row.last_at === null ? null : iso(Number(row.last_at)),
    })),
    nextCursor,
  }
}
