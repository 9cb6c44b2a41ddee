import { type RawBuilder, sql } from 'kysely'
import type { Caller, Context } from '../../ground/kernel/context.ts'
import { NEXT, worded } from '../../ground/kernel/next-step.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { prepared } from '../../ground/store/prepared.ts'
import { type ProjectRow, projectsOf } from './accounts.ts'
import { findProject, lookForProject, someProjects } from './find-project.ts'

interface Asker extends Pick<Context, 'store' | 'caller'> {
  /** The project of the folder that the caller works in, in the header Svc-Folder-Project; it may not exist. */
  folder?: string | undefined
  /** Set if a default stays the default of later calls. */
  keepsDefault?: true
}

/** The header that pins a call to a project, by its slug or id. */
const PROJECT_HEADER = 'Svc-Project'

/** The project that a call is about. */
export interface ActiveProjectRow extends ProjectRow {
  /** False for a default: then an id or an address may still name something of another project. */
  isChosen: boolean
}

/**
 * The project that a call is about: the pinned one, else the key's only one, else that of the caller's folder, else the one
 * the credential used last, else the organization's newest. Throws NOT_FOUND for a wrong pin, and for an organization without projects.
 */
export async function activeProject(asker: Asker, pinned: string | undefined): Promise<ActiveProjectRow> {
  const row = await findActiveProject(asker, pinned)
  if (row) return row
  throw new Problem(
    'NOT_FOUND',
    worded`This organization has no project yet. The first upload of test results or push of documents (svc docs push) creates one, and so does ${NEXT.registerWithProject}.`,
    { saysNextCall: true },
  )
}

/** Like `activeProject`, but returns null for an organization without projects. */
export async function findActiveProject(
  asker: Asker,
  pinned: string | undefined,
): Promise<ActiveProjectRow | null> {
  const { store, caller } = asker
  if (pinned !== undefined) return { ...(await pinnedProject(asker, pinned)), isChosen: true }
  const isOfKey = caller.projectId !== null
  if (!isOfKey) {
    const named = asker.folder && (await lookForProject(asker, asker.folder.trim().toLowerCase()))
    if (named) return { ...named, isChosen: true }
    const [used] = await usedProject(store.lookup, caller.organizationId, caller.credential)
    if (used) {
      const { switched_at, ...row } = used
      return { ...row, isChosen: switched_at > NEVER }
    }
  }
  const [newest] = await someProjects(asker, 1)
  if (!newest) return null
  if (!isOfKey && asker.keepsDefault) await keepDefault(asker, newest)
  return { ...newest, isChosen: isOfKey }
}

/** The time of a switch that did not happen. */
const NEVER = 0

/** A project that is created later must not take the place of the default in the middle of an agent's work. */
const keepDefault = ({ store, caller }: Asker, { id }: ProjectRow): Promise<void> =>
  keep(store, caller, id, sql<boolean>`false`)

/** The project of an upload becomes the default of its key. */
export async function useUploadedProject(
  store: Context['store'],
  {
    organizationId,
    apiKeyId,
    projectId,
  }: { organizationId: number; apiKeyId: number | null; projectId: number | null },
  uploadedTo: number,
): Promise<void> {
  if (apiKeyId !== null)
    await useProject(store, { organizationId, credential: `key:${apiKeyId}`, projectId }, uploadedTo)
}

/**
 * The project that a credential has written results or documents to, or registered an agent for, becomes its default; a
 * project that somebody switched to stays. Reads of a project do not count: they would cost each a write.
 */
export async function useProject(
  store: Context['store'],
  caller: Pick<Caller, 'organizationId' | 'credential' | 'projectId'>,
  usedId: number,
): Promise<void> {
  // A key of one project has no other.
  if (caller.projectId !== null) return
  const [used] = await usedProject(store.lookup, caller.organizationId, caller.credential)
  if (used && (used.id === usedId || used.switched_at > NEVER)) return
  await keep(store, caller, usedId, sql<boolean>`active_project.switched_at = ${NEVER}`)
}

/**
 * Makes a project the default of a credential that has none, or whose own may be replaced. If the database is busy or
 * closing, the call continues without it.
 */
async function keep(
  store: Context['store'],
  { organizationId, credential }: Pick<Caller, 'organizationId' | 'credential'>,
  projectId: number,
  mayReplace: RawBuilder<boolean>,
): Promise<void> {
  await store
    .write((db) =>
      db
        .insertInto('active_project')
        .columns(['organization_id', 'credential', 'project_id', 'switched_at'])
        // Not a project that was deleted meanwhile, with the execution that an upload still reached.
        .expression(
          db
            .selectFrom('project')
            .select((eb) => [
              'organization_id',
              eb.val(credential).as('credential'),
              'id',
              eb.val(NEVER).as('switched_at'),
            ])
            .where('id', '=', projectId)
            .where('organization_id', '=', organizationId),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['organization_id', 'credential'])
            .doUpdateSet({ project_id: projectId, switched_at: NEVER })
            // Another call may have switched meanwhile; a deleted project may still have its row.
            .where(
              sql<boolean>`(${mayReplace} or not exists (select 1 from project
                where project.id = active_project.project_id and project.organization_id = ${organizationId}))`,
            ),
        )
        .execute(),
    )
    .catch(() => undefined)
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

const usedProject = prepared((db, organizationId: number, credential: string) =>
  projectsOf(db, organizationId)
    .innerJoin('active_project', 'active_project.project_id', 'project.id')
    .select('active_project.switched_at')
    .where('active_project.organization_id', '=', organizationId)
    .where('active_project.credential', '=', credential),
)
