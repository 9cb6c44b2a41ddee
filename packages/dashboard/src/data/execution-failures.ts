import type { Operations } from '@svc/api'
import { firstClientOf } from './first-client.ts'
import { readOf } from './read-of.ts'

export type FailurePage = Operations['listExecutionFailures']['data']
export type ListedFailure = FailurePage['failures'][number]
export type Topic = ListedFailure['topic']

export interface FailureFilter {
  q?: string | undefined
  owner?: string | undefined
  leg?: string | undefined
}

const PAGE = 200

/** A page of an execution's failures, of one section or of all, which the server filters and counts. */
export const failurePageOf = (
  id: string,
  { q, owner, leg, topic, cursor }: FailureFilter & { topic?: Topic; cursor?: string },
) =>
  readOf(
    ['execution', id, 'failures', q, owner, leg, topic, cursor],
    (options) =>
      firstClientOf().listExecutionFailures({ id, q, owner, leg, topic, cursor, limit: PAGE }, options),
    { keepsPrevious: true },
  )
