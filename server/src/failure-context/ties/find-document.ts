import type { Context } from '../../kernel/context.ts'
import { isUuid } from '../../kernel/id.ts'
import { notFound } from '../../kernel/problem.ts'
import type { VisibleProject } from '../../projects/visible-projects.ts'

export interface TiedDocument {
  id: number
  projectId: number
}

/**
 * A document by its id, or by its path in the project. Throws NOT_FOUND unless it belongs to the project, or is shared
 * and the caller sees its project.
 */
export async function findDocument(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  project: VisibleProject,
  name: string,
): Promise<TiedDocument> {
  const query = store.read
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .select(['document.id', 'document.project_id as projectId', 'document.visibility'])
    .where('project.organization_id', '=', caller.organizationId)
  const row = await (isUuid(name)
    ? query.where('document.public_id', '=', name.toLowerCase())
    : query.where('document.project_id', '=', project.id).where('document.path', '=', name)
  ).executeTakeFirst()
  const isOwn = row?.projectId === project.id
  const isForeign = caller.projectId !== null && row?.projectId !== caller.projectId
  if (!row || (!isOwn && (row.visibility !== 'shared' || isForeign))) throw notFound('document')
  return { id: row.id, projectId: row.projectId }
}
