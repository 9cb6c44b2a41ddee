import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { prepared } from '../store/prepared.ts'
import { type ProjectRow, projectsOf } from './accounts.ts'
import { findProject, nameProject, someProjects } from './find-project.ts'

type Asker = Pick<Context, 'store' | 'caller'>

/** The header that pins a call to a project, by its slug or id. */
const PROJECT_HEADER = 'Svc-Project'

/** The number of projects that the error without an active one lists. */
const OFFERED = 20

/**
 * The project that a call is about: the pinned one, else the key's only one, else the one the credential
 * switched to, else the organization's only one. Throws NOT_FOUND or INVALID_REQUEST with the choices.
 */
export async function activeProject(asker: Asker, pinned: string | undefined): Promise<ProjectRow> {
  const row = await findActiveProject(asker, pinned)
  if (row) return row
  const offered = await someProjects(asker, OFFERED + 1)
  if (offered.length === 0)
    throw new Problem(
      'NOT_FOUND',
      'This organization has no project yet. The first upload of test results or push of documents (svc docs push) creates one.',
      { saysNextCall: true },
    )
  const listed = offered.slice(0, OFFERED).map(nameProject).join('; ')
  throw new Problem(
    'INVALID_REQUEST',
    `No project is active for this credential. Call svc_switch_account with the project id of one of: ${listed}${offered.length > OFFERED ? '; …' : ''}. The header ${PROJECT_HEADER} also names one.`,
    { saysNextCall: true },
  )
}

/** Like `activeProject`, but returns null if nothing determines the project. */
export async function findActiveProject(
  asker: Asker,
  pinned: string | undefined,
): Promise<ProjectRow | null> {
  const { store, caller } = asker
  if (pinned !== undefined) return pinnedProject(asker, pinned)
  if (caller.projectId === null) {
    const [switched] = await switchedProject(store.lookup, caller.organizationId, caller.credential)
    if (switched) return switched
  }
  const [only, second] = await someProjects(asker, 2)
  return only && !second ? only : null
}

async function pinnedProject(asker: Asker, pinned: string): Promise<ProjectRow> {
  try {
    return await findProject(asker, pinned.trim().toLowerCase())
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { code, facts } = error
    const message = `The header ${PROJECT_HEADER} names no project of this organization. Ask for its correction.`
    throw new Problem(code, message, { ...facts, saysNextCall: true })
  }
}

const switchedProject = prepared((db, organizationId: number, credential: string) =>
  projectsOf(db, organizationId)
    .innerJoin('active_project', 'active_project.project_id', 'project.id')
    .where('active_project.organization_id', '=', organizationId)
    .where('active_project.credential', '=', credential),
)
