import type { documentOperations } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { iso } from '../../../ground/kernel/time.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { writeInTurn } from '../../../ground/store/turns.ts'
import { recordAudit } from '../../../people/identity/audit.ts'
import { lockProject } from '../../../people/projects/find-or-make.ts'
import { removeLeftovers } from '../remove-leftovers.ts'
import { removeRows } from '../remove-rows.ts'
import { requireOwnProject } from '../write-document.ts'
import { type DocumentRow, documentRows, requireDocument } from './describe.ts'
import type { PushedCommit, PushOrder } from './push-order.ts'
import { describeNewer, type PushInput, type PushResult } from './push-results.ts'
import { readPushedPaths } from './pushed.ts'

type Verbs = Handlers<typeof documentOperations>

export const deleteDocument: Verbs['deleteDocument'] = async ({ ctx, input }) => {
  const { store, caller, clock } = ctx
  await writeInTurn(store, caller.organizationId, async (db) => {
    const { project_id } = await requireDocument(ctx, db, input.id)
    requireOwnProject(ctx, project_id)
    await lockProject(db, store.dialect, project_id)
    // Again, because another deletion may have come first.
    await removeDocument(db, ctx, await requireDocument(ctx, db, input.id))
  })
  await removeLeftovers(store, caller.organizationId)
  return { id: input.id, deletedAt: iso(clock()) }
}

/**
 * Deletes a document, in the transaction of a caller who has locked its project: nobody sees it any more. Large ones
 * leave rows behind for `removeLeftovers`.
 */
async function removeDocument(
  db: Db,
  { caller, clock, store: { dialect } }: Pick<Context, 'caller' | 'clock' | 'store'>,
  document: Pick<DocumentRow, 'id' | 'public_id' | 'project_id' | 'path' | 'project' | 'revision'>,
): Promise<void> {
  const { id, project_id } = document
  await db.deleteFrom('document_failure').where('document_id', '=', id).execute()
  // Proposals keep its id, which no other document ever gets: to change rows with texts of 1 MiB writes all of them.
  await db.deleteFrom('document_search').where('document_id', '=', id).execute()
  await db.deleteFrom('document').where('id', '=', id).execute()
  await recordAudit(db, caller, clock(), {
    action: 'document.deleted',
    target: { kind: 'document', id: document.public_id, name: document.path },
    detail: { project: document.project, revisions: document.revision },
  })
  const isEmpty = await removeRows(db, dialect, { id, project_id })
  if (!isEmpty) await db.insertInto('deleted_document').values({ document_id: id, project_id }).execute()
}

/** Deletes the documents that a push names as removed. */
export async function removeAll(
  ctx: Context,
  projectId: number | null,
  order: PushOrder,
  { remove, dryRun }: PushInput,
): Promise<PushResult[]> {
  if (remove.length === 0) return []
  const pushed = new Set(projectId === null ? [] : await readPushedPaths(ctx.store, projectId, ''))
  const newer = await order.newerAt(remove)
  const results: PushResult[] = []
  for (const path of remove) {
    const isThere = pushed.has(path)
    const kept = isThere ? newer.get(path) : undefined
    const isDeleted = isThere && !kept && projectId !== null && !dryRun
    const keptNow = isDeleted
      ? await writeInTurn(ctx.store, ctx.caller.organizationId, (db) =>
          removeOne(db, ctx, projectId, order, path),
        )
      : kept
    const outcome = keptNow ? 'outdated' : isThere ? 'deleted' : 'absent'
    results.push({ path, outcome, ...describeNewer(keptNow), id: null, revision: null, error: null })
  }
  await removeLeftovers(ctx.store, ctx.caller.organizationId)
  return results
}

/** Deletes the document of a path; returns the newer commit that another push brought since, and keeps it then. */
async function removeOne(
  db: Db,
  ctx: Context,
  projectId: number,
  order: PushOrder,
  path: string,
): Promise<PushedCommit | undefined> {
  await lockProject(db, ctx.store.dialect, projectId)
  const newer = (await order.newerIn(db, [path])).get(path)
  if (newer) return newer
  const row = await documentRows(db)
    .where('document.project_id', '=', projectId)
    .where('document.path', '=', path)
    .executeTakeFirst()
  if (row) await removeDocument(db, ctx, row)
  await order.noteIn(db, [path])
  return undefined
}
