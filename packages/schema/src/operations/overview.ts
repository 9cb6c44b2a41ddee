import { z } from 'zod'
import { operations, readsResults } from '../operation.ts'
import { wholeNumber } from '../page.ts'
import { ExecutionSummary, ProjectSlug, TestRef } from '../shapes.ts'
import { Name } from '../window.ts'
import { ExecutionCounts, share } from './metrics.ts'
import { ListedPullRequest } from './pull-requests.ts'

const Time = z.iso.datetime()
const Ref = z.object({ id: z.uuid(), url: z.string(), startedAt: Time })
const Ms = z.number().nullable()
const Status = z.enum(['passed', 'failed'])
const Since = Ref.extend({
  isOlder: z.boolean().describe('True if the state began before the 500 newest runs.'),
}).describe('The first run of the unbroken series of this state.')

const Tests = z.object({
  count: z.number(),
  tests: z.array(TestRef.omit({ leg: true }).extend({ since: Time })).describe('The newest five.'),
})

export const overviewOperations = operations({
  getOverview: {
    summary:
      'Returns what a person needs to know first about a project: the state of its main branch and since which run, figures with their change, what to look at first, pull requests, days and newest executions.',
    method: 'GET',
    path: '/api/overview',
    ...readsResults,
    revalidates: true,
    input: z.strictObject({
      project: ProjectSlug,
      branch: Name.optional().describe('Default: the default branch, else main or master.'),
      days: wholeNumber(1, 90).default(30).describe('Whole UTC days, including today.'),
    }),
    output: z.object({
      project: z.string(),
      branch: z.string(),
      from: Time,
      to: Time,
      main: z
        .object({
          status: Status.describe('`failed` if the newest run of any suite failed.'),
          since: Since,
          suites: z.array(
            z.object({
              suite: z.string(),
              status: Status,
              newest: Ref,
              since: Since,
              failed: z.number().describe('Failed results of the newest run.'),
            }),
          ),
        })
        .nullable()
        .describe('Null if no run of the branch passed or failed.'),
      metrics: z
        .object({
          executions: ExecutionCounts,
          executionPassRate: share('Passed ÷ (passed + failed) executions of the branch.'),
          p50Ms: Ms.describe('Median of the durations of executions.'),
          p95Ms: Ms,
          change: z
            .object({ executionPassRate: Ms, p50Ms: Ms, p95Ms: Ms })
            .describe('Difference from the previous window of the same length.'),
        })
        .describe('Metrics of the branch.'),
      lookFirst: z.object({
        broken: Tests.describe('Tests that fail in every run.'),
        newlyFlaky: Tests.describe('Tests that became flaky in the window.'),
      }),
      pullRequests: z.array(ListedPullRequest).describe('Pull requests of the last 14 days, at most five.'),
      hasMorePullRequests: z.boolean(),
      days: z
        .array(z.object({ day: z.iso.date(), executions: ExecutionCounts, p95Ms: Ms }))
        .describe('Metrics of the branch by day, oldest first.'),
      executions: z.array(ExecutionSummary).describe('The ten newest of all branches.'),
    }),
  },
})
