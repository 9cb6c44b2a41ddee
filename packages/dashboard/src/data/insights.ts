import type { Operations } from '@svc/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'
import { pagesOf } from './pages.ts'
import { MINUTE_MS, readOf } from './read-of.ts'

export type FlakyTest = Operations['listFlakyTests']['data'][number]
export type Test = Operations['getTest']['data']
export type TestRun = Test['runs'][number]
export type Cluster = Operations['listFailures']['data'][number]
export type FailureCluster = Operations['getFailure']['data']
export type Trends = Operations['getTrends']['data']

/** The organization and project of a read. */
export interface Of {
  organization: string
  project: string
}
/** Search parameters of a page. */
type Search<K extends string> = { [N in K]?: string | undefined }
export type FlakySearch = Search<'days' | 'branch' | 'minRuns' | 'owner' | 'test' | 'sort' | 'columns'> & {
  state?: 'broken' | undefined
}
export type ListedTest = Operations['listTests']['data'][number]
export type TestsSearch = Search<'q' | 'owner' | 'sort' | 'columns'> & {
  monitor?: 'healthy' | 'flaky' | 'broken' | undefined
}
export type TestSearch = Search<'branch' | 'days' | 'pane'>
export type FailureSearch = Search<'branch' | 'from' | 'to' | 'q' | 'run' | 'view'>
export type TrendSearch = Search<'branch' | 'days' | 'view'> & {
  granularity?: 'hourly' | 'weekly' | 'monthly' | undefined
}

const DAY_MS = 86_400_000
const PAGE = 50
/** The number of runs of one test that its page first shows. */
const RUNS = 100
const DEFAULT_DAYS = '30'

/** The server's names of the columns that sort, by those in the address. */
const FLAKY_SORTS = {
  test: 'title',
  rate: 'rate',
  runs: 'evidence',
  owner: 'owner',
  seen: 'seen',
  cost: 'cost',
} as const
const TEST_SORTS = {
  test: 'title',
  duration: 'duration',
  rate: 'rate',
  failed: 'failed',
  first: 'created',
} as const

export const flakyTestsOf = ({ organization, project }: Of, { columns, test, ...filter }: FlakySearch) =>
  pagesOf(
    ['flaky-tests', organization, project, filter],
    (place, options) =>
      clientOf(organization).listFlakyTests(
        {
          project,
          state: filter.state,
          branch: filter.branch,
          days: numberOf(filter.days),
          minRuns: numberOf(filter.minRuns),
          owner: filter.owner,
          ...(orderOf(FLAKY_SORTS, filter.sort) ?? { sort: 'judged' }),
          limit: PAGE,
          ...place,
        },
        options,
      ),
    { keepsPrevious: true, staleTime: MINUTE_MS },
  )

export const testsOf = ({ organization, project }: Of, { columns, ...filter }: TestsSearch) =>
  pagesOf(
    ['tests', organization, project, filter],
    (place, options) =>
      clientOf(organization).listTests(
        {
          project,
          q: filter.q,
          monitor: filter.monitor,
          owner: filter.owner,
          ...orderOf(TEST_SORTS, filter.sort),
          details: 'true',
          limit: PAGE,
          ...place,
        },
        options,
      ),
    { keepsPrevious: true, staleTime: MINUTE_MS },
  )

/** The owners of a project's test files. */
export const ownersOf = ({ organization, project }: Of) =>
  queryOptions({
    queryKey: ['owners', organization, project],
    queryFn: async ({ signal }) =>
      (await clientOf(organization).listOwners({ project }, { signal })).data.owners,
    staleTime: MINUTE_MS,
  })

/** One test; each page has the next older runs. */
export const testOf = ({ organization, project }: Of, id: string, filter: TestSearch) =>
  pagesOf(
    ['test', organization, project, id, filter],
    async (place, options) =>
      (
        await clientOf(organization).getTest(
          { id, project, branch: filter.branch, days: numberOf(filter.days), limit: RUNS, ...place },
          options,
        )
      ).data,
    { keepsPrevious: true, staleTime: MINUTE_MS },
  )

/** Confirmed renames from or to a test. */
export const renamesOf = ({ organization, project }: Of, test: string) =>
  readOf(
    ['renames', organization, project, test],
    (options) => clientOf(organization).listRenames({ project, test, limit: PAGE }, options),
    { staleTime: 0 },
  )

export const failuresOf = ({ organization, project }: Of, { view, run, ...filter }: FailureSearch) =>
  pagesOf(
    ['failures', organization, project, filter],
    (place, options) =>
      clientOf(organization).listFailures({ project, ...filter, limit: PAGE, ...place }, options),
    { keepsPrevious: true, staleTime: MINUTE_MS },
  )

/** One failure; each page has the next older executions. */
export const failureOf = (
  { organization, project }: Of,
  fingerprint: string,
  { branch, from, to }: FailureSearch,
) =>
  pagesOf(
    ['failure', organization, project, fingerprint, branch, from, to],
    async (place, options) =>
      (
        await clientOf(organization).getFailure(
          {
            fingerprint,
            project,
            limit: PAGE,
            ...(branch !== undefined && { branch }),
            ...(from !== undefined && { from }),
            ...(to !== undefined && { to }),
            ...place,
          },
          options,
        )
      ).data,
    { staleTime: MINUTE_MS },
  )

/** Documents that people and agents tied to a failure. */
export const failureDocumentsOf = ({ organization, project }: Of, fingerprint: string) =>
  queryOptions({
    queryKey: ['failure-documents', organization, project, fingerprint],
    queryFn: async ({ signal }) =>
      (await clientOf(organization).listFailureDocuments({ fingerprint, project }, { signal })).data
        .documents,
    staleTime: MINUTE_MS,
  })

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text)

/** The last whole UTC days, today included. */
export const trendsOf = ({ organization, project }: Of, { branch, days, granularity }: TrendSearch) =>
  queryOptions({
    queryKey: ['trends', organization, project, branch, days, granularity],
    queryFn: async ({ signal }) => {
      const to = (Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS
      const from = to - Number(days ?? DEFAULT_DAYS) * DAY_MS
      const input = {
        project,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        ...(branch !== undefined && { branch }),
        ...(granularity !== undefined && { granularity }),
      }
      return (await clientOf(organization).getTrends(input, { signal })).data
    },
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
  })

/** The parameters of a list that the server sorts; none for an order that its columns do not have. */
function orderOf<S extends string>(
  sorts: Record<string, S>,
  sort: string | undefined,
): { sort: S; order: 'asc' | 'desc' } | undefined {
  const id = sort?.replace(/^-/, '') ?? ''
  const by = Object.hasOwn(sorts, id) ? sorts[id] : undefined
  return by && { sort: by, order: sort?.startsWith('-') ? 'desc' : 'asc' }
}
