import type { QueryClient } from '@tanstack/react-query'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { comparisonOf, executionOf, whoAmI } from './data/queries.ts'
import { executionsOf, overviewOf, pullRequestOf, pullRequestsOf } from './data/runs.ts'
import { readNext, readQuery, text, writeQuery } from './data/search.ts'
import { Frame } from './frame/frame.tsx'
import { Gone, Trouble } from './frame/trouble.tsx'
import { readCompareSearch } from './pages/compare/search.ts'
import { readExecutionSearch } from './pages/execution/search.ts'
import { readExecutionsSearch } from './pages/executions/search.ts'
import { readOverviewSearch } from './pages/overview/search.ts'
import { readPullsSearch } from './pages/pulls/search.ts'
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
    validateSearch: readExecutionSearch,
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
    validateSearch: readExecutionsSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ params: { organization, project }, deps }) => {
      void queries.prefetchQuery(whoAmI())
      void queries.prefetchInfiniteQuery(executionsOf(organization, project, deps))
    },
    component: lazyRouteComponent(() => import('./pages/executions/executions-page.tsx'), 'ExecutionsPage'),
  })
  const overview = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project',
    validateSearch: readOverviewSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ params: { organization, project }, deps }) => {
      void queries.prefetchQuery(whoAmI())
      void queries.prefetchQuery(overviewOf(organization, project, deps))
    },
    component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  })
  const pulls = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/$project/pulls',
    validateSearch: readPullsSearch,
    loaderDeps: ({ search }) => search,
    loader: ({ params: { organization, project }, deps }) => {
      void queries.prefetchQuery(whoAmI())
      void queries.prefetchQuery(pullRequestsOf(organization, project, deps))
    },
    component: lazyRouteComponent(() => import('./pages/pulls/pulls-page.tsx'), 'PullsPage'),
  })
  const pull = createRoute({
    getParentRoute: () => root,
    path: '/o/$organization/pulls/$number',
    validateSearch: ({ repo }: Record<string, unknown>) => text('repo', repo),
    loaderDeps: ({ search }) => search,
    loader: ({ params: { organization, number }, deps: { repo } }) => {
      void queries.prefetchQuery(whoAmI())
      void queries.prefetchQuery(pullRequestOf(organization, Number(number), repo))
    },
    component: lazyRouteComponent(() => import('./pages/pulls/pull-page.tsx'), 'PullPage'),
  })
  const compare = createRoute({
    getParentRoute: () => root,
    path: '/compare',
    validateSearch: readCompareSearch,
    loaderDeps: ({ search: { head, base } }) => ({ head, base }),
    loader: ({ deps: { head, base } }) => {
      void queries.prefetchQuery(whoAmI())
      if (head !== undefined) void queries.prefetchQuery(comparisonOf(head, base))
    },
    component: lazyRouteComponent(() => import('./pages/compare/compare-page.tsx'), 'ComparePage'),
  })
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/sign-in',
    validateSearch: ({ next }: Record<string, unknown>) => readNext(next),
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
      overview,
      pulls,
      pull,
      compare,
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
