import type { overviewOperations } from '@svc/schema'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { DAY_MS, iso } from '../../ground/kernel/time.ts'
import { lastDays } from '../../history/history/window.ts'
import { readRedPulls } from '../pull-requests/read-red-pulls.ts'
import { type HomeProject, readDays, readHomeProjects, readNewestOfSuites } from './home-rows.ts'

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
  const [suites, days, pulls] = await Promise.all([
    readNewestOfSuites(ctx.store, projects),
    readDays(ctx.store, projects, window),
    readRedPulls(
      ctx,
      projects.map(({ id }) => id),
      window.from,
    ),
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
  return {
    passed: of('passed'),
    failed: of('failed'),
    running: of('running').reduce((sum, runs) => sum + runs, 0),
  }
}
