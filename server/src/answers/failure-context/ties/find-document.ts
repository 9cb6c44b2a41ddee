import { type DocumentRow, findDocument, matchDocuments } from '../../../agents/knowledge/find-document.ts'
import type { Context } from '../../../ground/kernel/context.ts'
import type { VisibleProject } from '../../../people/projects/visible-projects.ts'

/**
 * The document that explains failures of a project: one of its own, or a shared one of another project. Throws
 * NOT_FOUND with similar names.
 */
export async function findTiedDocument(
  ctx: Pick<Context, 'store' | 'caller'>,
  { id: projectId }: VisibleProject,
  docId: string,
): Promise<DocumentRow> {
  for (const scope of ['project', 'shared'] as const) {
    const [first, ...others] = await matchDocuments(ctx, { scope, projectId }, docId)
    if (first && others.length === 0) return first
  }
  return findDocument(ctx, { docId, reach: { scope: 'project', projectId } })
}
