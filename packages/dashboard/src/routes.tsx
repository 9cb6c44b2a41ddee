import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { agentOf, agentsOf } from './data/agents.ts'
import { documentOf, treeOf } from './data/knowledge.ts'
import {
  readFailureSearch,
  readFlakySearch,
  readTestSearch,
  readTestsSearch,
  readTrendSearch,
} from './data/insight-search.ts'
import {
  failureDocumentsOf,
  failureOf,
  failuresOf,
  flakyTestsOf,
  testOf,
  testsOf,
  trendsOf,
} from './data/insights.ts'
import { comparisonOf, executionOf, whoAmI } from './data/queries.ts'
import { checked, readNext, readQuery, text, writeQuery } from './data/search.ts'
import { Frame } from './frame/frame.tsx'
import { Gone, Trouble } from './frame/trouble.tsx'
import { readAgentsSearch, readTasksSearch } from './pages/agents/search.ts'
import { readExecutionSearch } from './pages/execution/search.ts'
import { placeOf } from './pages/knowledge/place-of.ts'
import { readKnowledgeSearch, readProposalsSearch, readTemplatesSearch } from './pages/knowledge/search.ts'
import { Skeleton } from './parts/empty-state.tsx'

/**
 * All pages. A row has the address, the type of its search parameters, the reads of its first view, which begin before
 * the page's code has arrived, and the page.
 */
export function makeRouter(queries: QueryClient) {
  const root = createRootRoute({ component: Frame })
  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    loader: () => void queries.prefetchQuery(whoAmI()),
    component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
  })
  const execution = createRoute({
    getParentRoute: () => root,
    path: '/executions/$id',
    validateSearch: checked(readExecutionSearch),
    loader: ({ params: { id } }) => {
      void queries.prefetchQuery(whoAmI())
      void queries.prefetchQuery(executionOf(id))
      void queries.prefetchQuery(comparisonOf(id))
    },
    component: lazyRouteComponent(() => import('./pages/execution/execution-page.tsx'), 'ExecutionPage'),
  })
  const trace = createRoute({
    getParentRoute: () => root,
    path: '/executions/$id/traces/$artifact',
    component: lazyRouteComponent(() => import('./pages/execution/trace-page.tsx'), 'TracePage'),
  })
  const executions = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/executions',
    validateSearch: checked(({ branch, status, suite, q }) => ({
      ...text('branch', branch),
      ...text('status', status),
      ...text('suite', suite),
      ...text('q', q),
    })),
    component: lazyRouteComponent(() => import('./pages/executions/executions-page.tsx'), 'ExecutionsPage'),
  })
  const flaky = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/flaky',
    validateSearch: readFlakySearch,
    loaderDeps: ({ search: { test, ...filter } }) => filter,
    loader: ({ params, deps }) => void queries.prefetchInfiniteQuery(flakyTestsOf(params, deps)),
    component: lazyRouteComponent(() => import('./pages/flaky/flaky-page.tsx'), 'FlakyPage'),
  })
  const tests = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/tests',
    validateSearch: readTestsSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ params, deps }) => void queries.prefetchInfiniteQuery(testsOf(params, deps)),
    component: lazyRouteComponent(() => import('./pages/tests/tests-page.tsx'), 'TestsPage'),
  })
  const test = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/tests/$id',
    validateSearch: readTestSearch,
    loaderDeps: ({ search: { pane, ...filter } }) => filter,
    loader: ({ params, deps }) => void queries.prefetchInfiniteQuery(testOf(params, params.id, deps)),
    component: lazyRouteComponent(() => import('./pages/test/test-page.tsx'), 'TestPage'),
  })
  const failures = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/failures',
    validateSearch: readFailureSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ params, deps }) => void queries.prefetchInfiniteQuery(failuresOf(params, deps)),
    component: lazyRouteComponent(() => import('./pages/failures/failures-page.tsx'), 'FailuresPage'),
  })
  const failure = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/failures/$fingerprint',
    validateSearch: readFailureSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ params, deps }) => {
      void queries.prefetchInfiniteQuery(failureOf(params, params.fingerprint, deps))
      void queries.prefetchQuery(failureDocumentsOf(params, params.fingerprint))
    },
    component: lazyRouteComponent(() => import('./pages/failure/failure-page.tsx'), 'FailurePage'),
  })
  const trends = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/trends',
    validateSearch: readTrendSearch,
    loaderDeps: ({ search: { view, ...filter } }) => filter,
    loader: ({ params, deps }) => void queries.prefetchQuery(trendsOf(params, deps)),
    component: lazyRouteComponent(() => import('./pages/trends/trends-page.tsx'), 'TrendsPage'),
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
    loader: () => void queries.prefetchQuery(whoAmI()),
    component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
  })
  const me = createRoute({
    getParentRoute: () => root,
    path: '/me',
    loader: () => void queries.prefetchQuery(whoAmI()),
    component: lazyRouteComponent(() => import('./pages/me/me-page.tsx'), 'MePage'),
  })
  const knowledge = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/knowledge/$',
    validateSearch: checked(readKnowledgeSearch),
    loader: ({ params: { organization, _splat = '' } }) => {
      const { project, path, folder, isDocument } = placeOf(_splat)
      void queries.prefetchQuery(whoAmI())
      void queries.prefetchQuery(treeOf(organization, project, folder))
      if (project && isDocument) void queries.prefetchQuery(documentOf(organization, project, path))
    },
    component: lazyRouteComponent(() => import('./pages/knowledge/knowledge-page.tsx'), 'KnowledgePage'),
  })
  const proposals = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/proposals',
    validateSearch: checked(readProposalsSearch),
    component: lazyRouteComponent(() => import('./pages/knowledge/proposals-page.tsx'), 'ProposalsPage'),
  })
  const templates = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/templates',
    validateSearch: checked(readTemplatesSearch),
    component: lazyRouteComponent(() => import('./pages/knowledge/templates-page.tsx'), 'TemplatesPage'),
  })
  const agents = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/agents',
    validateSearch: checked(readAgentsSearch),
    loader: ({ params: { organization } }) => {
      void queries.prefetchQuery(whoAmI())
      void queries.prefetchInfiniteQuery(agentsOf(organization))
    },
    component: lazyRouteComponent(() => import('./pages/agents/agents-page.tsx'), 'AgentsPage'),
  })
  const agent = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/agents/$name',
    validateSearch: checked(readAgentsSearch),
    loader: ({ params: { organization, name } }) => void queries.prefetchQuery(agentOf(organization, name)),
    component: lazyRouteComponent(() => import('./pages/agents/agent-page.tsx'), 'AgentPage'),
  })
  const tasks = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/tasks',
    validateSearch: checked(readTasksSearch),
    component: lazyRouteComponent(() => import('./pages/agents/tasks-page.tsx'), 'TasksPage'),
  })
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: checked(({ next, ended }) => ({ ...readNext(next), ...text('ended', ended) })),
    component: lazyRouteComponent(() => import('./pages/door/sign-in-page.tsx'), 'SignInPage'),
  })
  const welcome = createRoute({
    getParentRoute: () => root,
    path: '/welcome',
    component: lazyRouteComponent(() => import('./pages/door/welcome-page.tsx'), 'WelcomePage'),
  })
  const join = createRoute({
    getParentRoute: () => root,
    path: '/join',
    component: lazyRouteComponent(() => import('./pages/door/join-page.tsx'), 'JoinPage'),
  })
  return createRouter({
    routeTree: root.addChildren([
      home,
      execution,
      trace,
      executions,
      flaky,
      tests,
      test,
      failures,
      failure,
      trends,
      settings,
      settingsPage,
      me,
      knowledge,
      proposals,
      templates,
      agents,
      agent,
      tasks,
      signIn,
      welcome,
      join,
    ]),
    parseSearch: readQuery,
    stringifySearch: writeQuery,
    defaultPendingComponent: Skeleton,
    defaultNotFoundComponent: Gone,
    defaultErrorComponent: ({ error, reset }) => <Trouble error={error} onRetry={reset} />,
    scrollRestoration: true,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>
  }
}
