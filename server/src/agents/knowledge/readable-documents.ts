import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { Problem } from '../../ground/kernel/problem.ts'
import { visibleProject } from '../../people/projects/visible-projects.ts'

/** `project`: of one project. `shared`: shared ones of every project. `org`: all that the caller may read. */
export type KnowledgeScope = 'project' | 'shared' | 'org'

/** Which documents a read covers. */
export interface KnowledgeReach {
  scope: KnowledgeScope
  /** The project of the scope `project`; with the others, the one that is preferred. */
  projectId: number | null
}

/**
 * The reach of a request with these parameters. Throws INVALID_REQUEST for the scope `project` without a project,
 * NOT_FOUND for a project that the caller may not see.
 */
export async function reachOf(
  ctx: Pick<Context, 'store' | 'caller'>,
  { project, scope }: { project?: string | undefined; scope?: KnowledgeScope | undefined },
): Promise<KnowledgeReach> {
  const reach = scope ?? (project === undefined ? 'org' : 'project')
  if (project !== undefined) return { scope: reach, projectId: (await visibleProject(ctx, project)).id }
  const { projectId } = ctx.caller
  if (reach === 'project' && projectId === null)
    throw new Problem(
      'INVALID_REQUEST',
      'project is required with the scope project, and must be the slug of a project.',
    )
  return { scope: reach, projectId }
}

/**
 * The condition that a query of `document`, joined with `project`, covers only documents that the caller may read
 * within this reach. Every read of documents or chunks has it. `visibilityOf` is the table whose visibility counts.
 */
export function readableDocuments(
  { caller }: Pick<Context, 'caller'>,
  { scope, projectId }: KnowledgeReach,
  visibilityOf: 'document' | 'document_search' = 'document',
): RawBuilder<SqlBool> {
  const ofOrganization = sql<SqlBool>`project.organization_id = ${caller.organizationId}`
  const isShared = sql<SqlBool>`${sql.ref(`${visibilityOf}.visibility`)} = 'shared'`
  // A restricted key sees its project and shared documents, regardless of the scope.
  const ofCaller =
    caller.projectId === null
      ? ofOrganization
      : sql<SqlBool>`${ofOrganization} and (document.project_id = ${caller.projectId} or ${isShared})`
  if (scope === 'org') return sql<SqlBool>`(${ofCaller})`
  if (scope === 'shared') return sql<SqlBool>`(${ofCaller} and ${isShared})`
  return sql<SqlBool>`(${ofCaller} and document.project_id = ${projectId})`
}
