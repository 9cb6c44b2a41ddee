import { sql } from 'kysely'
import type { Caller } from '../kernel/context.ts'
import { iso } from '../kernel/time.ts'
import type { Store } from '../store/open.ts'

/** The number of projects that one answer names; `GET /api/projects` lists all. */
const MOST = 100

/** The projects that a caller can access, the most recently run first, each with its newest execution. */
export async function recentProjects({ read }: Pick<Store, 'read'>, caller: Caller) {
  const newest = read
    .selectFrom('project')
    .select(['project.id', 'project.slug', 'project.name', 'project.repository', 'project.default_branch'])
    .select((eb) =>
      eb
        .selectFrom('execution')
        .select('execution.id')
        .whereRef('execution.project_id', '=', 'project.id')
        .orderBy('started_at', 'desc')
        .orderBy('execution.id', 'desc')
        .limit(1)
        .as('execution_id'),
    )
    .where('organization_id', '=', caller.organizationId)
    .$if(caller.projectId !== null, (query) => query.where('project.id', '=', caller.projectId as number))
  const rows = await read
    .selectFrom(newest.as('each'))
    .leftJoin('execution', 'execution.id', 'each.execution_id')
    .select(['each.slug', 'each.name', 'each.repository', 'each.default_branch'])
    .select(['public_id', 'suite', 'state', 'branch', 'started_at'])
    .orderBy(sql`coalesce(started_at, 0)`, 'desc')
    .orderBy('each.id', 'desc')
    .limit(MOST + 1)
    .execute()
  return {
    projects: rows.slice(0, MOST).map((row) => ({
      slug: row.slug,
      name: row.name,
      repository: row.repository,
      defaultBranch: row.default_branch,
      lastExecution:
        row.public_id === null || row.suite === null || row.state === null || row.started_at === null
          ? null
          : {
              id: row.public_id,
              suite: row.suite,
              status: row.state,
              branch: row.branch,
              startedAt: iso(row.started_at),
            },
    })),
    hasMoreProjects: rows.length > MOST,
  }
}
