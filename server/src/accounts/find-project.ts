import type { Context } from '../kernel/context.ts'
import { nearMatches } from '../kernel/near-matches.ts'
import { Problem } from '../kernel/problem.ts'
import { projectOfName } from '../kernel/project-name.ts'
import { prepared } from '../store/prepared.ts'
import { type ProjectRow, projectsOf } from './accounts.ts'

type Asker = Pick<Context, 'store' | 'caller'>

/** The number of projects, newest first, that are searched for near matches. */
const CANDIDATES = 200

/** The project with this id or slug, in lower case. Throws NOT_FOUND with near matches if the caller may see none. */
export async function findProject(asker: Asker, named: string): Promise<ProjectRow> {
  const { store, caller } = asker
  const row = await projectOfName(
    named,
    async (name) => (await projectNamed(store.lookup, caller.organizationId, name, name))[0],
  )
  if (row && (caller.projectId === null || row.id === caller.projectId)) return row
  const visible = await someProjects(asker, CANDIDATES)
  const near = nearMatches(named, visible, ({ slug, name }) => [slug, name])
  throw new Problem('NOT_FOUND', 'There is no such project in this organization.', {
    similar: (near.length > 0 ? near : visible.slice(0, 5)).map(nameProject),
  })
}

/** Describes a project in a message by what identifies it. */
export const nameProject = ({ slug, public_id }: ProjectRow): string => `${slug} (project id ${public_id})`

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
