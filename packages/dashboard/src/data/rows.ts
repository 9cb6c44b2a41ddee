import { queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'
import type { ListedResult } from './queries.ts'

const MINUTE_MS = 60_000
/** The rows of one answer; the server's limit. */
const MOST_ROWS = 25_000

/** All results of an execution with these statuses, by file, without attempts: with owners and the line of their error. */
export const rowsOf = (id: string, status: string) =>
  queryOptions({
    queryKey: ['execution', id, 'rows', status],
    queryFn: async ({ signal }) => {
      const rows: ListedResult[] = []
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const place = cursor === undefined ? {} : { cursor }
        const input = {
          id,
          ...(status !== 'all' && { status }),
          sort: 'file' as const,
          limit: MOST_ROWS,
          ...place,
        }
        const page = (await clientOf().listResults(input, { signal })).data
        rows.push(...page.results)
        cursor = page.nextCursor
      }
      return rows
    },
    staleTime: MINUTE_MS,
  })
