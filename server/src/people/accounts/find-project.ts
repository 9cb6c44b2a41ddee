import type { Context } from '../../ground/kernel/context.ts'
import { nearMatches } from '../../ground/kernel/near-matches.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { projectOfName } from '../../ground/kernel/project-name.ts'
import { prepared } from '../../ground/store/prepared.ts'
import { type ProjectRow, projectsOf } from './accounts.ts'

type Asker = Pick<Context, 'store' | 'caller'>

/** The number of projects, newest first, that are searched for near matches. */
const CANDIDATES = 200

/** The project with this id or slug, in lower case. Throws NOT_FOUND with near matches if the caller may see none. */
export async function findProject(asker: Asker, named: string): Promise<ProjectRow> {
  const row = await lookForProject(asker, named)
  if (row) return row
  const visible = await someProjects(asker, CANDIDATES)
  const near = nearMatches(named, visible, ({ slug, name }) => [slug, name])
  throw new Problem('NOT_FOUND', 'There is no such project in this organization.', {
    similar: (near.length > 0 ? near : visible.slice(0, 5)).map(nameProject),
  })
}

/** The same, or undefined. */
export async function lookForProject(
  { store, caller }: Asker,
  named: string,
): Promise<ProjectRow | undefined> {
  const row = await projectOfName(
    named,
    async (name) => (await projectNamed(store.lookup, caller.organizationId, name, name))[0],
  )
  return row && (caller.projectId === null || row.id === caller.projectId) ? row : undefined
}

/** Describes a project in a message by what identifies it. */
const nameProject = ({ slug, public_id }: ProjectRow): string => `${slug} (project id ${public_id})`

/** The newest projects that the caller may see, at most `most`. */
export async function someProjects({ store, caller }: Asker, most: number): Promise<ProjectRow[]> {
  const { organizationId, projectId } = caller
  return projectId === null
    ? newestProjects(store.lookup, organizationId, most)
    : projectWithId(store.lookup, organizationId, projectId)
}

const projectNamed = prepared((db, organizationId: number, slug: string, id: string) =>
  projectsOf(db, organizationId)
    .where((eb) => eb.or([eb('project.slug', '=', slug), eb('project.public_id', '=', id)]))
    .limit(1),
)

const projectWithId = prepared((db, organizationId: number, id: number) =>
  projectsOf(db, organizationId).where('project.id', '=', id),
)

const newestProjects = prepared((db, organizationId: number, most: number) =>
  projectsOf(db, organizationId).orderBy('project.id', 'desc').limit(most),
)
