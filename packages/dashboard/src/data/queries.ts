import type { Operations } from '@svc/api'
import { queryOptions } from '@tanstack/react-query'
import { firstClientOf } from './first-client.ts'
import { MINUTE_MS, readOf } from './read-of.ts'

export type Me = Operations['whoAmI']['data']
export type Execution = Operations['getExecution']['data']
export type Result = Execution['results'][number]
export type ListedResult = Operations['listResults']['data']['results'][number]
export type Attempt = Result['attempts'][number]
export type Attachment = NonNullable<Attempt['attachments']>[number]
export type Comparison = Operations['compareExecutions']['data']
/** The history is read by `runsBehind`: two answers state it in two ways. */
export type Verdict = Omit<JudgedBy, 'history'>
export type JudgedBy = Comparison['regressions'][number]['verdict']
export type ExecutionSummary = Operations['listExecutions']['data'][number]

/** The name of a result in addresses: `<test id>~<leg>`. */
export const keyOf = ({ testId, leg }: { testId: string; leg: string }): string => `${testId}~${leg}`

/** The number of failures in the first view; more are read on demand. */
const FIRST_FAILURES = 50
/** The first rows of the list of all results: more than a large window shows. */
const FIRST_ROWS = 100

/** The signed-in person. The error UNAUTHORIZED means that no person is signed in. */
export const whoAmI = () =>
  readOf(['whoami'], (options) => firstClientOf().whoAmI({}, options), { staleTime: 5 * MINUTE_MS })

export const projectsOf = (organization: string) =>
  readOf(['projects', organization], (options) =>
    firstClientOf(organization).listProjects({ limit: 200 }, options),
  )

/** An execution with the attempts of its first failures. */
export const executionOf = (id: string) =>
  readOf(['execution', id], (options) =>
    firstClientOf().getExecution({ id, status: 'failed,flaky', limit: FIRST_FAILURES }, options),
  )

/** The first rows of the list of all results, without attempts, which arrive long before the rest. */
export const firstResultsOf = (id: string, status: string) =>
  queryOptions({
    queryKey: ['execution', id, 'first-results', status],
    queryFn: async ({ signal }) => {
      const input = { id, ...(status !== 'all' && { status }), sort: 'file' as const, limit: FIRST_ROWS }
      return (await firstClientOf().listResults(input, { signal })).data.results
    },
    staleTime: MINUTE_MS,
  })

/** The results of one test in an execution, one for each leg, with their attempts. */
export const resultsOfTest = (id: string, test: string) =>
  queryOptions({
    queryKey: ['execution', id, 'test', test],
    queryFn: async ({ signal }) =>
      (await firstClientOf().getExecution({ id, test }, { signal })).data.results,
    staleTime: MINUTE_MS,
  })

/** The comparison of an execution with its best base, or with a given one. */
export const comparisonOf = (head: string, base = 'auto') =>
  readOf(['comparison', head, base], (options) => firstClientOf().compareExecutions({ head, base }, options))
