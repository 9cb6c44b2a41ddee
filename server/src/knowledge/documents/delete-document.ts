import type { documentOperations } from '@svc/schema'
import { recordAudit } from '../../identity/audit.ts'
import type { Context } from '../../kernel/context.ts'
import type { Handlers } from '../../kernel/handlers.ts'
import { iso } from '../../kernel/time.ts'
import { lockProject } from '../../projects/find-or-make.ts'
import type { Db } from '../../store/portable.ts'
import { unindexDocument } from '../index-document.ts'
import { requireOwnProject } from '../write-document.ts'
import { type DocumentRow, requireDocument } from './describe.ts'

type Verbs = Handlers<typeof documentOperations>

export const deleteDocument: Verbs['deleteDocument'] = async ({ ctx, input }) => {
  await ctx.store.write(async (db) => {
    const { project_id } = await requireDocument(ctx, db, input.id)
    requireOwnProject(ctx, project_id)
    await lockProject(db, ctx.store.dialect, project_id)
    // Again, because another deletion may have come first.
    await removeDocument(db, ctx, await requireDocument(ctx, db, input.id))
  })
  return { id: input.id, deletedAt: iso(ctx.clock()) }
}

/** Removes a document and all that is derived from it, in the transaction of a caller who has locked its project. */
export async function removeDocument(
  db: Db,
  { caller, clock, store: { dialect } }: Pick<Context, 'caller' | 'clock' | 'store'>,
  document: Pick<DocumentRow, 'id' | 'public_id' | 'project_id' | 'path' | 'project' | 'revision'>,
): Promise<void> {
  const { id } = document
  await unindexDocument(db, dialect, document)
  await db.deleteFrom('chunk').where('document_id', '=', id).execute()
  await db.deleteFrom('document_failure').where('document_id', '=', id).execute()
  // An open proposal keeps its base revision, so that it conflicts instead of bringing the document back.
  await db.updateTable('proposal').set({ document_id: null }).where('document_id', '=', id).execute()
  await db.deleteFrom('document_revision').where('document_id', '=', id).execute()
  await db.deleteFrom('document').where('id', '=', id).execute()
  await recordAudit(db, caller, clock(), {
    action: 'document.deleted',
    target: { kind: 'document', id: document.public_id, name: document.path },
    detail: { project: document.project, revisions: document.revision },
  })
}
