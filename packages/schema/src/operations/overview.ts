import { z } from 'zod'
import { operations, readsResults } from '../operation.ts'
import { wholeNumber } from '../page.ts'
import { Name } from '../parameters.ts'
import { ExecutionState, ExecutionSummary, Owners, ProjectSlug, TestRef } from '../shapes.ts'
import { ExecutionCounts, share } from './metrics.ts'
import { ListedPullRequest } from './pull-requests.ts'

const Time = z.iso.datetime()
const Ref = z.object({ id: z.uuid(), url: z.string(), startedAt: Time })
const Ms = z.number().nullable()
const Status = z.enum(['passed', 'failed'])
const Since = Ref.extend({
  isOlder: z.boolean().describe('True if the state began before the 500 newest runs.'),
  commit: z
    .object({
      sha: z.string().nullable(),
      message: z.string().nullable(),
      author: z
        .string()
        .nullable()
        .describe('The name of who wrote the commit, if the reporter read it from git.'),
    })
    .nullable()
    .describe('What that run tested. Null for a run without git.'),
}).describe('The first run of the unbroken series of this state.')

const Tests = z.object({
  count: z.number(),
  tests: z.array(TestRef.omit({ leg: true }).extend({ since: Time })).describe('The newest five.'),
})

export const overviewOperations = operations({
  getOverview: {
    summary:
      'Returns what a person needs to know first about a project: the state of its main branch, since which run and which commit, figures with their change, what to look at first, pull requests, days and newest executions.',
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
        broken: Tests.describe(
          'Tests whose monitor has the state `broken`: all that `GET /api/flaky-tests?state=broken` lists.',
        ),
        newlyFlaky: Tests.describe('Tests that became flaky in the window.'),
      }),
      pullRequests: z.array(ListedPullRequest).describe('Pull requests of the last 14 days, at most five.'),
      hasMorePullRequests: z.boolean(),
      days: z
        .array(z.object({ day: z.iso.date(), executions: ExecutionCounts, p95Ms: Ms }))
        .describe('Metrics of the branch by day, oldest first.'),
      executions: z.array(ExecutionSummary).describe('The ten newest of all branches.'),
      running: z.number().describe('Executions of any branch that are not over.'),
    }),
  },
  getWall: {
    summary:
      'Returns all projects for a screen in a room: the state of each main branch, which suites and tests fail, since which run, and with which commit that began. What fails comes first, the newest break before older ones.',
    method: 'GET',
    path: '/api/wall',
    ...readsResults,
    revalidates: true,
    input: z.strictObject({}),
    output: z.object({
      projects: z
        .array(
          z.object({
            project: z.string(),
            branch: z.string(),
            status: Status.nullable().describe('Null: no run of the branch has passed or failed yet.'),
            since: Since.nullable(),
            running: z.number().describe('Executions of the branch that run now.'),
            failing: z
              .array(
                z.object({
                  suite: z.string(),
                  newest: Ref,
                  since: Since,
                  failed: z.number().describe('Failed results of the newest run.'),
                  tests: z
                    .array(
                      TestRef.pick({ testId: true, titles: true, file: true }).extend({ owners: Owners }),
                    )
                    .describe('At most 3 of them.'),
                }),
              )
              .describe('At most 5 suites.'),
            failingSuites: z.number(),
          }),
        )
        .describe('The 100 newest projects.'),
      hasMore: z.boolean(),
    }),
  },
  getHome: {
    summary:
      'Returns all projects for a start page: the state of each default branch, the newest run, the runs of 14 days, and the pull requests that are red by their own fault. Projects whose default branch fails come first, then the most recently run.',
    method: 'GET',
    path: '/api/home',
    ...readsResults,
    revalidates: true,
    input: z.strictObject({}),
    output: z.object({
      days: z.array(z.iso.date()).describe('The last 14 UTC days, today included, oldest first.'),
      projects: z
        .array(
          z.object({
            project: z.string(),
            branch: z.string().describe('The default branch, else main or master.'),
            status: Status.nullable().describe(
              '`failed` if the newest run of any suite of the branch failed. Null: none has passed or failed yet.',
            ),
            suites: z.number(),
            failingSuites: z.number(),
            newest: Ref.extend({
              suite: z.string(),
              state: ExecutionState,
              branch: z.string().nullable(),
            })
              .nullable()
              .describe('The newest run of any branch.'),
            passed: z.array(z.number()).describe('Runs of the branch that passed, by day.'),
            failed: z.array(z.number()),
            running: z.number().describe('Runs of any branch that are not over.'),
            pulls: z
              .object({
                red: z.number().describe('Pull requests whose change broke a test.'),
                unjudged: z
                  .number()
                  .describe('Failed ones that are not judged yet: a call makes at most 10 comparisons.'),
                newest: z
                  .array(
                    z.object({
                      number: z.number(),
                      repository: z.string().nullable(),
                      headline: z.string().nullable(),
                      lastRunAt: Time,
                    }),
                  )
                  .describe('The newest 3 red ones.'),
              })
              .describe('Pull requests that ran tests in these days.'),
          }),
        )
        .describe('The 100 most recently run projects.'),
      hasMore: z.boolean(),
    }),
  },
})
