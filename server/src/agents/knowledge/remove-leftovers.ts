import type { Store } from '../../ground/store/open.ts'
import { writeInTurn } from '../../ground/store/turns.ts'
import { lockProject } from '../../people/projects/find-or-make.ts'
import { removeRows } from './remove-rows.ts'

/** Removes what is left of all deleted documents, until the signal aborts: the server may end during a deletion. */
export async function removeAllLeftovers(store: Store, signal: AbortSignal): Promise<void> {
  const organizations = new Set((await leftovers(store).execute()).map((one) => one.organization_id))
  for (const id of organizations) if (!signal.aborted) await removeLeftovers(store, id)
}

/** Removes what is left of an organization's deleted documents, in transactions between which others write. */
export async function removeLeftovers(store: Store, organizationId: number): Promise<void> {
  const { dialect } = store
  for (;;) {
    const next = await leftovers(store)
      .where('organization_id', '=', organizationId)
      .limit(1)
      .executeTakeFirst()
    if (!next) return
    await writeInTurn(store, organizationId, async (db, changes) => {
      const { document_id, project_id } = next
      changes.onlyOf(project_id)
      await lockProject(db, dialect, project_id)
      if (await removeRows(db, dialect, { id: document_id, project_id }))
        await db.deleteFrom('deleted_document').where('document_id', '=', document_id).execute()
    })
  }
}

/** Deleted documents that have rows left. */
const leftovers = ({ read }: Pick<Store, 'read'>) =>
  read
    .selectFrom('deleted_document')
    .innerJoin('project', 'project.id', 'deleted_document.project_id')
    .select(['document_id', 'project_id', 'organization_id'])
    .orderBy('document_id')
