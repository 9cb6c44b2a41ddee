import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import { DAY_MS } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import type { ExecutionStateName } from '../../ground/store/tables.ts'
import type { Window } from '../../history/history/window.ts'
import { isTrusted } from '../../results/executions/is-trusted.ts'

/** A project with its default branch and its newest run, of any branch. */
export interface HomeProject {
  id: number
  slug: string
  branch: string
  public_id: string | null
  suite: string | null
  state: ExecutionStateName | null
  run_branch: string | null
  started_at: number | null
}

/** As in `readBranchState`. */
const MOST_SUITES = 50

/** The visible projects, the most recently run first. */
export async function readHomeProjects(
  { store, caller }: Pick<Context, 'store' | 'caller'>,
  most: number,
): Promise<HomeProject[]> {
  const isOwn = caller.projectId === null ? sql`` : sql`and id = ${caller.projectId}`
  const { rows } = await sql<HomeProject>`
    select each.id, slug, public_id, suite, state, execution.branch as run_branch, started_at,
      case
        when default_branch is not null then default_branch
        when exists (select 1 from execution where project_id = each.id and branch = 'main') then 'main'
        when exists (select 1 from execution where project_id = each.id and branch = 'master') then 'master'
        else 'main'
      end as branch
    from (
      select id, slug, default_branch, (
        select execution.id from execution where project_id = project.id
        order by started_at desc, execution.id desc limit 1
      ) as newest
      from project where organization_id = ${caller.organizationId} ${isOwn}
    ) as each
    left join execution on execution.id = newest
    order by coalesce(started_at, 0) desc, each.id desc
    limit ${most}`.execute(store.read)
  return rows
}

type Place = Pick<HomeProject, 'id' | 'branch'>

/** Projects and branches as rows. */
const placesOf = (projects: Place[]): RawBuilder<unknown> =>
  sql`place (project_id, branch) as (values ${sql.join(
    projects.map(({ id, branch }) => sql`(cast(${id} as bigint), cast(${branch} as text))`),
  )})`

/**
 * The newest run that passed or failed of each suite of these branches, by project. Each suite is found by one seek of
 * an index: a list of distinct names would read all runs.
 */
export async function readNewestOfSuites({ read }: Store, projects: Place[]) {
  if (projects.length === 0) return new Map<number, { state: string }[]>()
  const next = (after: RawBuilder<unknown>) => sql`(
    select min(suite) from execution
    where project_id = each.project_id and branch = each.branch ${after})`
  const { rows } = await sql<{ project_id: number; state: string }>`
    with recursive ${placesOf(projects)}, of_branch (project_id, branch, name, n) as (
      select project_id, branch, ${next(sql``)}, 1 from place as each
      union all
      select project_id, branch, ${next(sql`and suite > each.name`)}, n + 1 from of_branch as each
      where name is not null and n < ${sql.lit(MOST_SUITES)}
    )
    select of_branch.project_id, newest.state
    from of_branch join execution as newest on newest.id = (
      select execution.id from execution
      where project_id = of_branch.project_id and branch = of_branch.branch and suite = of_branch.name
        and pull_request is null and state in ('passed', 'failed') and ${isTrusted}
      order by started_at desc, execution.id desc limit 1
    )
    where of_branch.name is not null`.execute(read)
  return Map.groupBy(rows, ({ project_id }) => Number(project_id))
}

/** The number of runs of these branches by day and state, by project. */
export async function readDays({ read }: Store, projects: Place[], { from, to }: Window) {
  if (projects.length === 0) return new Map<number, { day: number; state: string; runs: number }[]>()
  const { rows } = await sql<{ project_id: number; day: number; state: string; runs: number }>`
    with ${placesOf(projects)}
    select execution.project_id, started_at / ${sql.lit(DAY_MS)} as day, state, count(*) as runs
    from place join execution on execution.project_id = place.project_id and execution.branch = place.branch
    where started_at >= ${from} and started_at < ${to}
    group by execution.project_id, started_at / ${sql.lit(DAY_MS)}, state`.execute(read)
  return Map.groupBy(
    rows.map((row) => ({ ...row, day: Number(row.day), runs: Number(row.runs) })),
    ({ project_id }) => Number(project_id),
  )
}
