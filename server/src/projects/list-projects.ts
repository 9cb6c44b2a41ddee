import type { projectOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { iso } from '../kernel/time.ts'

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
  if (input.cursor) {
    const [before] = ctx.cursors.decode(input.cursor, ['number'])
    query = query.where(sql<boolean>`project.id < cast(${before} as bigint)`)
  }
  const rows = await query
    .orderBy('project.id', 'desc')
    .limit(input.limit + 1)
    .execute()
  const page = rows.slice(0, input.limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => ({
      slug: row.slug,
      name: row.name,
      repository: row.repository,
      defaultBranch: row.default_branch,
      createdAt: iso(row.created_at),
      lastExecutionAt: row.last_at === null ? null : iso(Number(row.last_at)),
    })),
    nextCursor: rows.length > page.length && last ? ctx.cursors.encode([last.id]) : null,
  }
}
