import { queryOptions } from '@tanstack/react-query'
import { firstClientOf } from './first-client.ts'
import { MINUTE_MS } from './read-of.ts'

/** The slowest results of an execution that ran. */
export const slowestOf = (id: string, limit: number) =>
  queryOptions({
    queryKey: ['execution', id, 'slowest', limit],
    queryFn: async ({ signal }) => {
      const input = { id, status: 'passed,failed,flaky', sort: 'slowest' as const, limit }
      return (await firstClientOf().listResults(input, { signal })).data.results
    },
    staleTime: MINUTE_MS,
  })
