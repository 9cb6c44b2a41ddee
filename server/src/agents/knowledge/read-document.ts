import type { Context } from '../../ground/kernel/context.ts'
import { describeDocument } from './documents/describe.ts'
import { readRevision } from './documents/get-document.ts'
import { findDocument } from './find-document.ts'
import type { KnowledgeReach } from './readable-documents.ts'

/** A document that a caller means, with its current text; for its errors see `findDocument`. */
export async function readDocument(
  ctx: Pick<Context, 'store' | 'caller'>,
  wanted: { docId: string; reach: KnowledgeReach },
) {
  const row = await findDocument(ctx, wanted)
  const { content, front_matter } = await readRevision(ctx.store.read, row.id, row.revision)
  return {
    rowId: row.id,
    projectId: row.project_id,
    document: describeDocument(row),
    frontMatter: JSON.parse(front_matter) as Record<string, unknown>,
    content,
  }
}
