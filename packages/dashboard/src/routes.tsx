import type { QueryClient } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router'
import { codeOf } from './data/code-of.ts'
import {
  readFailureSearch,
  readFlakySearch,
  readTestSearch,
  readTestsSearch,
  readTrendSearch,
} from './data/insight-search.ts'
import { comparisonOf, executionOf, firstResultsOf, whoAmI } from './data/queries.ts'
import { checked, readNext, readQuery, text, writeQuery } from './data/search.ts'
import { DOOR, Frame } from './frame/frame.tsx'
import { lazyPage, reload } from './frame/lazy-page.ts'
import { Trouble } from './frame/trouble.tsx'
import { readAgentsSearch, readTasksSearch } from './pages/agents/search.ts'
import { readCompareSearch } from './pages/compare/search.ts'
import { isPlainList, listedOf, readExecutionSearch } from './pages/execution/search.ts'
import { readExecutionsSearch } from './pages/executions/search.ts'
import { readKnowledgeSearch, readProposalsSearch, readTemplatesSearch } from './pages/knowledge/search.ts'
import { readOverviewSearch } from './pages/overview/search.ts'
import { readPullsSearch } from './pages/pulls/search.ts'
import { Skeleton } from './parts/empty-state.tsx'

/**
 * Starts a read whose code belongs to the page. If it cannot be loaded, neither can the page, which
 * shows the error.
 */
function early<M>(code: Promise<M>, begin: (of: M) => Promise<void>): void {
  code.then(begin).catch(() => undefined)
}

/** Milliseconds that a pointer rests on a link before its page is read. */
const PRELOAD_DELAY_MS = 150

/** Outside the rows, where their types are known before those of the loaders. */
const SEARCH = {
  execution: checked(readExecutionSearch),
  executions: checked(readExecutionsSearch),
  overview: checked(readOverviewSearch),
  pulls: checked(readPullsSearch),
  compare: checked(readCompareSearch),
  flaky: checked(readFlakySearch),
  tests: checked(readTestsSearch),
  test: checked(readTestSearch),
  failure: checked(readFailureSearch),
  trend: checked(readTrendSearch),
  pull: checked(({ repo }) => text('repo', repo)),
}

/**
 * All pages. A row contains the address, the type of its search parameters, the reads of its first
 * view, which start before the page's code has arrived, and the page.
 */
export function makeRouter(queries: QueryClient) {
  const root = createRootRoute({
    component: Frame,
    loader: ({ location: { pathname } }) => {
      if (!DOOR.includes(pathname)) void queries.prefetchQuery(whoAmI())
    },
  })
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    component: lazyPage(() => import('./pages/home/home-page.tsx'), 'HomePage'),
  })
  const execution = createRoute({
    getParentRoute: () => root,
    path: '/executions/$id',
    validateSearch: SEARCH.execution,
    loaderDeps: ({ search }) => ({
      listed: listedOf(search),
      isPlain: isPlainList(search),
      isTime: search.view === 'time',
    }),
    loader: ({ params: { id }, deps: { listed, isPlain, isTime } }) => {
      void queries.prefetchQuery(executionOf(id))
      void queries.prefetchQuery(comparisonOf(id))
      if (listed === null) return
      // A plain list reads the rest once its first rows are rendered, because reading everything
      // keeps the processor busy.
      if (isTime) early(import('./data/rows.ts'), (of) => queries.prefetchQuery(of.resultsOf(id)))
      else
        early(import('./pages/execution/all-results.tsx'), async (of) => {
          if (!isPlain) await queries.prefetchQuery(of.rowsOf(queries, id, listed))
        })
      if (isPlain) void queries.prefetchQuery(firstResultsOf(id, listed))
    },
    component: lazyPage(() => import('./pages/execution/execution-page.tsx'), 'ExecutionPage'),
  })
  const trace = createRoute({
    getParentRoute: () => root,
    path: '/executions/$id/traces/$artifact',
    component: lazyPage(() => import('./pages/execution/trace-page.tsx'), 'TracePage'),
  })
  const executions = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/executions',
    validateSearch: SEARCH.executions,
    loaderDeps: ({ search }) => search,
    loader: ({ params: { organization, project }, deps }) => {
      early(import('./data/runs.ts'), (of) =>
        queries.prefetchInfiniteQuery(of.executionsOf(organization, project, deps)),
      )
    },
    component: lazyPage(() => import('./pages/executions/executions-page.tsx'), 'ExecutionsPage'),
  })
  const overview = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project',
    validateSearch: SEARCH.overview,
    loaderDeps: ({ search }) => search,
    loader: ({ params: { organization, project }, deps }) => {
      early(import('./data/runs.ts'), (of) =>
        queries.prefetchQuery(of.overviewOf(organization, project, deps)),
      )
    },
    component: lazyPage(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  })
  const pulls = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/pulls',
    validateSearch: SEARCH.pulls,
    loaderDeps: ({ search }) => search,
    loader: ({ params: { organization, project }, deps }) => {
      early(import('./data/runs.ts'), (of) =>
        queries.prefetchQuery(of.pullRequestsOf(organization, project, deps)),
      )
    },
    component: lazyPage(() => import('./pages/pulls/pulls-page.tsx'), 'PullsPage'),
  })
  const pull = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/pulls/$number',
    validateSearch: SEARCH.pull,
    loaderDeps: ({ search }) => search,
    loader: ({ params: { organization, number }, deps: { repo } }) => {
      early(import('./data/runs.ts'), (of) =>
        queries.prefetchQuery(of.pullRequestOf(organization, Number(number), repo)),
      )
    },
    component: lazyPage(() => import('./pages/pulls/pull-page.tsx'), 'PullPage'),
  })
  const compare = createRoute({
    getParentRoute: () => root,
    path: '/compare',
    validateSearch: SEARCH.compare,
    loaderDeps: ({ search: { head, base } }) => ({ head, base }),
    loader: ({ deps: { head, base } }) => {
      if (head !== undefined) void queries.prefetchQuery(comparisonOf(head, base))
    },
    component: lazyPage(() => import('./pages/compare/compare-page.tsx'), 'ComparePage'),
  })
  const flaky = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/flaky',
    validateSearch: SEARCH.flaky,
    loaderDeps: ({ search: { test, ...filter } }) => filter,
    loader: ({ params, deps }) =>
      early(import('./data/insights.ts'), (of) =>
        queries.prefetchInfiniteQuery(of.flakyTestsOf(params, deps)),
      ),
    component: lazyPage(() => import('./pages/flaky/flaky-page.tsx'), 'FlakyPage'),
  })
  const tests = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/tests',
    validateSearch: SEARCH.tests,
    loaderDeps: ({ search }) => search,
    loader: ({ params, deps }) =>
      early(import('./data/insights.ts'), (of) => queries.prefetchInfiniteQuery(of.testsOf(params, deps))),
    component: lazyPage(() => import('./pages/tests/tests-page.tsx'), 'TestsPage'),
  })
  const test = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/tests/$id',
    validateSearch: SEARCH.test,
    loaderDeps: ({ search: { pane, ...filter } }) => filter,
    loader: ({ params, deps }) =>
      early(import('./data/insights.ts'), (of) =>
        queries.prefetchInfiniteQuery(of.testOf(params, params.id, deps)),
      ),
    component: lazyPage(() => import('./pages/test/test-page.tsx'), 'TestPage'),
  })
  const failures = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/failures',
    validateSearch: SEARCH.failure,
    loaderDeps: ({ search }) => search,
    loader: ({ params, deps }) =>
      early(import('./data/insights.ts'), (of) => queries.prefetchInfiniteQuery(of.failuresOf(params, deps))),
    component: lazyPage(() => import('./pages/failures/failures-page.tsx'), 'FailuresPage'),
  })
  const failure = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/failures/$fingerprint',
    validateSearch: SEARCH.failure,
    loaderDeps: ({ search }) => search,
    loader: ({ params, deps }) => {
      early(import('./data/insights.ts'), (of) =>
        queries.prefetchInfiniteQuery(of.failureOf(params, params.fingerprint, deps)),
      )
      early(import('./data/insights.ts'), (of) =>
        queries.prefetchQuery(of.failureDocumentsOf(params, params.fingerprint)),
      )
    },
    component: lazyPage(() => import('./pages/failure/failure-page.tsx'), 'FailurePage'),
  })
  const trends = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/trends',
    validateSearch: SEARCH.trend,
    loaderDeps: ({ search: { view, ...filter } }) => filter,
    loader: ({ params, deps }) =>
      early(import('./data/insights.ts'), (of) => queries.prefetchQuery(of.trendsOf(params, deps))),
    component: lazyPage(() => import('./pages/trends/trends-page.tsx'), 'TrendsPage'),
  })
  const organization = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization',
    beforeLoad: () => {
      throw redirect({ to: '/' })
    },
  })
  const settings = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/settings',
    beforeLoad: ({ params: { organization } }) => {
      throw redirect({ to: '/o/$organization/settings/$page', params: { organization, page: 'keys' } })
    },
  })
  const settingsPage = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/settings/$page',
    validateSearch: checked(({ open, action, from, to }) => ({
      ...text('open', open),
      ...text('action', action),
      ...text('from', from),
      ...text('to', to),
    })),
    component: lazyPage(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
  })
  const me = createRoute({
    getParentRoute: () => root,
    path: '/me',
    component: lazyPage(() => import('./pages/me/me-page.tsx'), 'MePage'),
  })
  const knowledge = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/knowledge/$',
    validateSearch: checked(readKnowledgeSearch),
    loader: ({ params: { organization, _splat = '' } }) => {
      early(import('./pages/knowledge/place-of.ts'), (of) => of.prefetchPlace(queries, organization, _splat))
    },
    component: lazyPage(() => import('./pages/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
  })
  const proposals = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/proposals',
    validateSearch: checked(readProposalsSearch),
    component: lazyPage(() => import('./pages/knowledge/proposals-page.tsx'), 'ProposalsPage'),
  })
  const templates = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/templates',
    validateSearch: checked(readTemplatesSearch),
    component: lazyPage(() => import('./pages/knowledge/templates-page.tsx'), 'TemplatesPage'),
  })
  const agents = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/agents',
    validateSearch: checked(readAgentsSearch),
    loader: ({ params: { organization } }) => {
      early(import('./data/agents.ts'), (of) => queries.prefetchInfiniteQuery(of.agentsOf(organization)))
    },
    component: lazyPage(() => import('./pages/agents/agents-page.tsx'), 'AgentsPage'),
  })
  const agent = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/agents/$name',
    validateSearch: checked(readAgentsSearch),
    loader: ({ params: { organization, name } }) =>
      early(import('./data/agents.ts'), (of) => queries.prefetchQuery(of.agentOf(organization, name))),
    component: lazyPage(() => import('./pages/agents/agent-page.tsx'), 'AgentPage'),
  })
  const wall = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/wall',
    loader: ({ params: { organization } }) =>
      early(import('./data/wall.ts'), (of) => queries.prefetchQuery(of.wallOf(organization))),
    component: lazyPage(() => import('./pages/wall/wall-page.tsx'), 'WallPage'),
  })
  const tasks = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/tasks',
    validateSearch: checked(readTasksSearch),
    component: lazyPage(() => import('./pages/agents/tasks-page.tsx'), 'TasksPage'),
  })
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: checked(({ next, ended }) => ({ ...readNext(next), ...text('ended', ended) })),
    component: lazyPage(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
  })
  const welcome = createRoute({
    getParentRoute: () => root,
    path: '/welcome',
    component: lazyPage(() => import('./pages/sign-in/welcome-page.tsx'), 'WelcomePage'),
  })
  const join = createRoute({
    getParentRoute: () => root,
    path: '/join',
    component: lazyPage(() => import('./pages/sign-in/join-page.tsx'), 'JoinPage'),
  })
  return createRouter({
    routeTree: root.addChildren([
      home,
      execution,
      trace,
      executions,
      overview,
      pulls,
      pull,
      compare,
      flaky,
      tests,
      test,
      failures,
      failure,
      trends,
      organization,
      settings,
      settingsPage,
      me,
      knowledge,
      proposals,
      templates,
      agents,
      agent,
      tasks,
      wall,
      signIn,
      welcome,
      join,
    ]),
    parseSearch: readQuery,
    stringifySearch: writeQuery,
    defaultPendingComponent: Skeleton,
    defaultNotFoundComponent: lazyPage(() => import('./frame/no-page.tsx'), 'NoPage'),
    defaultErrorComponent: ({ error, reset }) => (
      <Trouble error={error} onRetry={codeOf(error) === 'UNREACHABLE' ? reload : reset} />
    ),
    scrollRestoration: true,
    // What a page selects of its address draws it anew only if that has changed.
    defaultStructuralSharing: true,
    defaultPreload: 'intent',
    // A pointer that moves over a list rests on no row for so long; what it preloads is kept by the queries.
    defaultPreloadDelay: PRELOAD_DELAY_MS,
    defaultPreloadStaleTime: 0,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
