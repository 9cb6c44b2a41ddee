import type { overviewOperations } from '@svc/schema'
import type { Context } from '../../ground/kernel/context.ts'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { DAY_MS } from '../../ground/kernel/time.ts'
import { type VisibleProject, visibleProjects } from '../../people/projects/visible-projects.ts'
import { listResults } from '../../results/results/list-results.ts'
import { readBranchState } from './branch-state.ts'
import { mainBranch } from './main-branch.ts'

type GetWall = Handlers<typeof overviewOperations>['getWall']
type Shown = Awaited<ReturnType<GetWall>>['projects'][number]
type State = NonNullable<Awaited<ReturnType<typeof readBranchState>>>

/** A screen has no room for more. */
const MOST_PROJECTS = 100
const MOST_SUITES = 5
const MOST_TESTS = 3

/** All projects for a screen in a room: whose main branch fails, what broke, since when, and with which commit. */
export const getWall: GetWall = async ({ ctx }) => {
  const projects = await visibleProjects(ctx, undefined)
  const shown = await Promise.all(projects.slice(-MOST_PROJECTS).map((project) => show(ctx, project)))
  return { projects: shown.sort(byUrgency), hasMore: projects.length > MOST_PROJECTS }
}

/** What fails first, the newest break before older ones; then what passes, by name. */
const byUrgency = (a: Shown, b: Shown): number =>
  rankOf(a) - rankOf(b) ||
  (a.status === 'failed' ? (b.since?.startedAt ?? '').localeCompare(a.since?.startedAt ?? '') : 0) ||
  a.project.localeCompare(b.project)

const rankOf = ({ status }: Shown): number => (status === 'failed' ? 0 : status === 'passed' ? 1 : 2)

async function show(ctx: Context, project: VisibleProject): Promise<Shown> {
  const branch = await mainBranch(ctx, project)
  const [main, running] = await Promise.all([
    readBranchState(ctx, project.id, branch, { withPullRequests: false }),
    countRunningOf(ctx, project.id, branch),
  ])
  const failing = main?.suites.filter(({ status }) => status === 'failed') ?? []
  return {
    project: project.slug,
    branch,
    status: main?.status ?? null,
    since: main?.since ?? null,
    running,
    failing: await Promise.all(failing.slice(0, MOST_SUITES).map((suite) => describe(ctx, suite))),
    failingSuites: failing.length,
  }
}

async function describe(
  ctx: Context,
  { suite, newest, since, failed }: State['suites'][number],
): Promise<Shown['failing'][number]> {
  const { results } = await listResults({
    ctx,
    input: { id: newest.id, status: ['failed'], sort: 'status', limit: MOST_TESTS },
  })
  return {
    suite,
    newest,
    since,
    failed,
    tests: results.map(({ testId, titles, file, owners }) => ({ testId, titles, file, owners })),
  }
}

async function countRunningOf({ store, clock }: Context, projectId: number, branch: string): Promise<number> {
  const row = await store.read
    .selectFrom('execution')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', projectId)
    .where('branch', '=', branch)
    .where('state', '=', 'running')
    .where('started_at', '>=', clock() - DAY_MS)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}
