import { sql } from 'kysely'
import type { Caller } from '../../ground/kernel/context.ts'
import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import type { Db } from '../../ground/store/portable.ts'
import { prepared } from '../../ground/store/prepared.ts'

/** The number of projects that one answer names; `GET /api/projects` lists all. */
const MOST = 100

/** Clients call whoami before each run, and few organizations have more projects: a thread is woken only for those. */
const FEW = 20

/** The projects that a caller can access, the most recently run first, each with its newest execution. */
export async function recentProjects(
  { lookup, read }: Pick<Store, 'lookup' | 'read'>,
  { organizationId, projectId }: Caller,
) {
  const few =
    projectId === null
      ? await fewProjects(lookup, organizationId)
      : await ownProject(lookup, organizationId, projectId)
  const rows =
    few.length > FEW
      ? await recentFirst(read, projectsOf(read, organizationId))
          .limit(MOST + 1)
          .execute()
      : few
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

const fewProjects = prepared((db, organizationId: number) =>
  recentFirst(db, projectsOf(db, organizationId).limit(FEW + 1)),
)

const ownProject = prepared((db, organizationId: number, projectId: number) =>
  recentFirst(db, projectsOf(db, organizationId).where('project.id', '=', projectId)),
)

const projectsOf = (db: Db, organizationId: number) =>
  db
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
    .where('organization_id', '=', organizationId)

const recentFirst = (db: Db, projects: ReturnType<typeof projectsOf>) =>
  db
    .selectFrom(projects.as('each'))
    .leftJoin('execution', 'execution.id', 'each.execution_id')
    .select(['each.slug', 'each.name', 'each.repository', 'each.default_branch'])
    .select(['public_id', 'suite', 'state', 'branch', 'started_at'])
    .orderBy(sql`coalesce(started_at, 0)`, 'desc')
    .orderBy('each.id', 'desc')
