import type { projectOperations } from '@svc/schema'
import { readPage } from '../../ground/kernel/id-cursor.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { iso } from '../../ground/kernel/time.ts'

export const listProjects: Handlers<typeof projectOperations>['listProjects'] = async ({ ctx, input }) => {
  const { store, caller } = ctx
  let query = store.read
    .selectFrom('project')
    .select(['project.id', 'slug', 'name', 'repository', 'default_branch', 'created_at'])
    .select((eb) =>
      eb
        .selectFrom('execution')
        .select('started_at')
        .whereRef('execution.project_id', '=', 'project.id')
        .orderBy('started_at', 'desc')
        .limit(1)
        .as('last_at'),
    )
    .where('organization_id', '=', caller.organizationId)
  if (caller.projectId !== null) query = query.where('project.id', '=', caller.projectId)
  const { page, nextCursor } = await readPage(ctx, query, 'project.id', input)
  return {
    items: page.map((row) => ({
      slug: row.slug,
      name: row.name,
      repository: row.repository,
      defaultBranch: row.default_branch,
      createdAt: iso(row.created_at),
      lastExecutionAt: row.last_at === null ? null : iso(Number(row.last_at)),
    })),
    nextCursor,
  }
}
