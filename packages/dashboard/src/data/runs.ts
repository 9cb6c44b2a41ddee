import type { Operations } from '@svc/api'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'
import { pagesOf } from './pages.ts'
import { readOf } from './read-of.ts'

export type Overview = Operations['getOverview']['data']
export type ListedPullRequest = Overview['pullRequests'][number]
export type PullRequest = Operations['getPullRequest']['data']
export type PullRequestExecution = PullRequest['executions'][number]
export type PullRequestStatus = ListedPullRequest['status']

type ExecutionsInput = NonNullable<Operations['listExecutions']['input']>

const PAGE = 50

/** The most important facts about a project. */
export const overviewOf = (
  organization: string,
  project: string,
  { branch, days }: { branch?: string; days?: number },
) =>
  readOf(
    ['overview', organization, project, branch, days],
    (options) =>
      clientOf(organization).getOverview(
        { project, ...(branch !== undefined && { branch }), ...(days !== undefined && { days }) },
        options,
      ),
    { keepsPrevious: true },
  )

/** The filters of executions in the address; `to` is a day that is not included, as its field says. */
export interface ExecutionFilter {
  branch?: string
  status?: string
  suite?: string
  pr?: string
  commit?: string
  q?: string
  from?: string
  to?: string
}

/** Executions, newest first, page by page; without a project, those of all projects. */
export const executionsOf = (organization: string, project: string | undefined, filter: ExecutionFilter) =>
  pagesOf(
    ['executions', organization, project, filter],
    (place, options) => {
      const { pr, ...rest } = filter
      const input = {
        ...rest,
        ...(project !== undefined && { project }),
        ...(pr !== undefined && { pr: Number(pr) }),
        limit: PAGE,
        ...place,
      } as ExecutionsInput
      return clientOf(organization).listExecutions(input, options)
    },
    { keepsPrevious: true },
  )

export interface PullRequestFilter {
  status?: PullRequestStatus
  days?: number
}

export const pullRequestsOf = (organization: string, project: string, filter: PullRequestFilter) =>
  readOf(
    ['pull-requests', organization, project, filter],
    (options) => clientOf(organization).listPullRequests({ project, ...filter, limit: 100 }, options),
    { keepsPrevious: true },
  )

export const pullRequestOf = (organization: string, number: number, repo: string | undefined) =>
  readOf(['pull-request', organization, number, repo], (options) =>
    clientOf(organization).getPullRequest({ number, ...(repo !== undefined && { repo }) }, options),
  )

export type Group = keyof Operations['compareExecutions']['data']['totals']

/** One group of a comparison, page after page. */
export const groupOf = (head: string, base: string, group: Group) =>
  infiniteQueryOptions({
    queryKey: ['comparison', head, base, group],
    queryFn: async ({ signal, pageParam }) =>
      (
        await clientOf().compareExecutions(
          { head, base, group, limit: 100, ...(pageParam && { cursor: pageParam }) },
          { signal },
        )
      ).data,
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursors[group] ?? null,
  })

/** Returns the matches of a text in an organization, for the palette; with a project, also its tests and executions. */
export const foundOf = (organization: string, project: string | null, q: string) =>
  readOf(['find', organization, project, q], (options) =>
    clientOf(organization).find({ q, limit: 5, ...(project !== null && { project }) }, options),
  )
