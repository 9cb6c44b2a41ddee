import type { Operations } from '@svc/api'
import { clientOf } from './client.ts'
import { readOf } from './read-of.ts'

/** Trials of one test of an execution. */
export type Experiment = Operations['listExperiments']['data'][number]

/** The trials of an execution's tests, in the order in which they arrived; it has at most 200. */
export const experimentsOf = (organization: string, execution: string) =>
  readOf(
    ['experiments', execution],
    (options) => clientOf(organization).listExperiments({ id: execution, limit: 200 }, options),
    { staleTime: 0 },
  )
