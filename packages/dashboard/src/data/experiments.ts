import type { Operations } from '@svc/api'
import { queryOptions } from '@tanstack/react-query'
import { clientOf } from './client.ts'

/** Trials of one test of an execution. */
export type Experiment = Operations['listExperiments']['data'][number]

/** The trials of an execution's tests, in the order in which they arrived; it has at most 200. */
export const experimentsOf = (organization: string, execution: string) =>
  queryOptions({
    queryKey: ['experiments', execution],
    queryFn: async ({ signal }) =>
      (await clientOf(organization).listExperiments({ id: execution, limit: 200 }, { signal })).data,
  })
