import type { Operations } from '@svc/api'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { firstClientOf } from './first-client.ts'

export type FailurePage = Operations['listExecutionFailures']['data']
export type ListedFailure = FailurePage['failures'][number]
export type Topic = ListedFailure['topic']

export interface FailureFilter {
  q?: string | undefined
  owner?: string | undefined
  leg?: string | undefined
}

const MINUTE_MS = 60_000
const PAGE = 200

/** A page of an execution's failures, of one section or of all, which the server filters and counts. */
export const failurePageOf = (
  id: string,
  { q, owner, leg, topic, cursor }: FailureFilter & { topic?: Topic; cursor?: string },
) =>
  queryOptions({
    queryKey: ['execution', id, 'failures', q, owner, leg, topic, cursor],
    queryFn: async ({ signal }) => {
      const input = { id, q, owner, leg, topic, cursor, limit: PAGE }
      return (await firstClientOf().listExecutionFailures(input, { signal })).data
    },
    staleTime: MINUTE_MS,
    placeholderData: keepPreviousData,
  })
