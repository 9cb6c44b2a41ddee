import type { overviewOperations } from '@svc/schema'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { DAY_MS, iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import type { ExecutionStateName } from '../../ground/store/tables.ts'
import { lastDays, type Window } from '../../history/history/window.ts'
import { isTrusted } from '../../results/executions/is-trusted.ts'
import { readRedPulls } from '../pull-requests/read-red-pulls.ts'
import { countRunning } from './count-running.ts'

/** A project with its default branch and its newest run, of any branch. */
interface HomeProject {
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

type GetHome = Handlers<typeof overviewOperations>['getHome']
type Shown = Awaited<ReturnType<GetHome>>['projects'][number]

const DAYS = 14
const MOST_PROJECTS = 100
/** The pull requests that are named for a project. */
const MOST_PULLS = 3

const NO_PULLS = { red: [], unjudged: 0 }

/**
 * All projects for the start page, those whose default branch fails first, then the most recently run. The number of
 * its statements does not depend on the number of projects, except for the comparisons of red pull requests.
 */
export const getHome: GetHome = async ({ ctx }) => {
  const window = lastDays(DAYS, ctx.clock())
  const found = await readHomeProjects(ctx, MOST_PROJECTS + 1)
  const projects = found.slice(0, MOST_PROJECTS)
  const ids = projects.map(({ id }) => id)
  const [suites, days, running, pulls] = await Promise.all([
    readNewestOfSuites(ctx.store, projects),
    readDays(ctx.store, projects, window),
    countRunning(ctx.store, ids),
    readRedPulls(ctx, ids, window.from),
  ])
  return {
    days: Array.from({ length: DAYS }, (_, i) => iso(window.from + i * DAY_MS).slice(0, 10)),
    projects: projects
      .map((project) => {
        const { red, unjudged } = pulls.get(project.id) ?? NO_PULLS
        return {
          project: project.slug,
          branch: project.branch,
          ...stateOf(suites.get(project.id) ?? []),
          newest: newestOf(project, ctx.baseUrl),
          ...trendOf(days.get(project.id) ?? [], window.from),
          running: running.get(project.id) ?? 0,
          pulls: { red: red.length, unjudged, newest: red.slice(0, MOST_PULLS) },
        }
      })
      .sort((a, b) => rankOf(a) - rankOf(b)),
    hasMore: found.length > MOST_PROJECTS,
  }
}

const rankOf = ({ status }: Pick<Shown, 'status'>): number => (status === 'failed' ? 0 : 1)

function stateOf(suites: { state: string }[]) {
  const failing = suites.filter(({ state }) => state === 'failed').length
  const status = failing > 0 ? ('failed' as const) : ('passed' as const)
  return { status: suites.length === 0 ? null : status, suites: suites.length, failingSuites: failing }
}

const newestOf = (
  { public_id: id, suite, state, run_branch: branch, started_at: startedAt }: HomeProject,
  baseUrl: string,
): Shown['newest'] =>
  id === null || suite === null || state === null || startedAt === null
    ? null
    : { id, url: `${baseUrl}/executions/${id}`, suite, state, branch, startedAt: iso(startedAt) }

function trendOf(rows: { day: number; state: string; runs: number }[], from: number) {
  const of = (state: string) =>
    Array.from({ length: DAYS }, (_, i) =>
      rows
        .filter((row) => row.state === state && row.day === from / DAY_MS + i)
        .reduce((sum, { runs }) => sum + runs, 0),
    )
  return { passed: of('passed'), failed: of('failed') }
}

/** The visible projects, the most recently run first. */
async function readHomeProjects(
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
async function readNewestOfSuites({ read }: Store, projects: Place[]) {
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
async function readDays({ read }: Store, projects: Place[], { from, to }: Window) {
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
