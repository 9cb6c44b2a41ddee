import { CONCLUSION_KINDS, VERDICT_KINDS } from '@svc/protocol'
import { z } from 'zod'
import { PULL_REQUEST_PAGE } from '../constants.ts'
import { operations, readsResults } from '../operation.ts'
import { wholeNumber } from '../page.ts'
import { ExecutionState, ExecutionSummary, ProjectSlug, TestRef } from '../shapes.ts'
import { Needs } from '../verdict.ts'

const Conclusion = z.enum(CONCLUSION_KINDS)
const Count = z.number()
const Total = {
  headline: z
    .string()
    .nullable()
    .describe('The answer of all suites as one line of plain text; of a single suite its headline.'),
  conclusion: Conclusion.nullable().describe('The most urgent conclusion of its suites.'),
}
const Head = ExecutionSummary.pick({
  id: true,
  url: true,
  project: true,
  suite: true,
  state: true,
  startedAt: true,
  counts: true,
})

const Failing = z.object({
  kind: z
    .enum(['broke', 'new', 'woken', 'not-compared', 'still-failing', 'error'])
    .describe(
      '`broke`: passed on the base. `new`: a new test. `woken`: skipped on the base. `not-compared`: the base did not run it. `error`: outside any test.',
    ),
  file: z.string().nullable(),
  test: TestRef.nullable(),
  verdict: z.object({ kind: z.enum(VERDICT_KINDS), because: z.string() }).nullable(),
  missing: z
    .string()
    .nullable()
    .describe('What would decide whether the change caused it. Null if that is decided.'),
})

const Group = {
  topic: z
    .enum([...VERDICT_KINDS, 'no-base', 'differently'])
    .describe(
      'A verdict; `no-base`: nothing to compare with; `differently`: fails on the base with another error.',
    ),
  title: z.string().describe('The title of the section in the comment.'),
  tests: Count.describe('Tests, each counted once for all legs.'),
  errors: Count.describe('Failures outside any test.'),
  causeCount: Count,
}
const Cause = z.object({
  fingerprint: z.string(),
  message: z
    .string()
    .describe('The line of the error; of a matcher: the locator, and the expected and received values.'),
  tests: Count,
  errors: Count,
  stopped: Count.describe('Tests that did not run because of it.'),
  failures: z.array(Failing).describe('At most 3.'),
})
const FailureGroup = z.object({
  ...Group,
  causes: z.array(Cause).describe('The largest first, at most 5.'),
})
const GroupOverSuites = z.object({
  ...Group,
  tests: Count.describe('Tests, each counted once for all legs of a suite.'),
  causes: z
    .array(
      Cause.extend({
        suites: Count.describe('Suites in which it fails.'),
        failureCount: Count.describe('All its failures: a test has one for each leg.'),
        failures: z
          .array(
            Failing.extend({
              execution: z.uuid(),
              screenshot: z.uuid().nullable().describe('The artifact of its last failed attempt.'),
            }),
          )
          .describe('At most 3, of different suites first.'),
      }),
    )
    .describe('The largest first, at most 5.'),
})

const Decides = z.object({
  what: Needs.shape.what.nullable().describe('Null if the base has no result to compare with.'),
  missing: z.string(),
  tests: Count.describe('Failures that it would decide.'),
})

const Push = z.object({
  number: Count.describe('From 1, by the first run of each commit.'),
  sha: z.string().nullable().describe('Null if CI reported no commit.'),
  startedAt: z.iso.datetime(),
  state: ExecutionState.describe('The worst state of the newest run of each suite.'),
  failing: Count.describe(
    'Tests that failed in it, without those that fail or flake in the base. Of all tests if retention removed the results of a run, or more than 1,000 failed.',
  ),
  errors: Count.describe('Failures outside any test.'),
  change: z
    .object({
      fixed: Count.describe('Tests that failed before and passed in it.'),
      broke: Count.describe('Tests that fail since it.'),
      notRun: Count.describe('Tests that failed before and have no result in it.'),
    })
    .nullable()
    .describe(
      'Null for the oldest push, if retention removed the results of a run of it or of the push before, and if more than 1,000 tests failed in these pushes.',
    ),
  runs: z
    .array(z.object({ id: z.uuid(), suite: z.string() }))
    .describe(`The first ${PULL_REQUEST_PAGE.runs} of them, failed ones first.`),
})

const PullRequestExecution = Head.extend({
  framework: ExecutionSummary.shape.framework,
  headline: z.string().nullable().describe('The first line of its section in the comment, as plain text.'),
  conclusion: Conclusion.nullable(),
  massFailure: z
    .string()
    .nullable()
    .describe('A sentence if nearly all tests failed alike. Read it first. Null otherwise.'),
  provisional: z.boolean(),
  base: z
    .object({ id: z.uuid(), url: z.string(), branch: z.string().nullable(), sha: z.string().nullable() })
    .nullable(),
  totals: z
    .object({
      regressions: Count,
      stillFailing: Count,
      newlyFlaky: Count,
      improvements: Count,
      newTests: Count,
      removed: Count,
      stoppedRunning: Count,
      slower: Count,
      faster: Count,
      failuresNotCompared: Count,
      errors: Count,
    })
    .nullable()
    .describe('Entries of each group of the comparison.'),
  groups: z.array(FailureGroup).describe('Failures in the order of the comment.'),
  rerun: z
    .object({
      tests: z.array(TestRef.pick({ file: true, titles: true, variant: true })).describe('At most 100.'),
      more: Count,
    })
    .describe(
      'Failed tests to run again: those in doubt. If no failure of the pull request is, all that nothing else explains.',
    ),
  resultsRemovedAt: z.iso
    .datetime()
    .nullable()
    .describe('When retention removed its results; the fields of the comparison are then empty.'),
})

export const ListedPullRequest = z.object({
  number: z.number(),
  repository: z.string().nullable(),
  branch: z.string().nullable(),
  baseBranch: z.string().nullable(),
  message: z.string().nullable().describe("The newest commit's message."),
  status: z.enum(['failed', 'running', 'incomplete', 'passed']),
  ...Total,
  lastRunAt: z.iso.datetime(),
  executions: z.array(
    Head.extend({
      headline: z
        .string()
        .nullable()
        .describe('At most 5 minutes old. Null beyond the first five pull requests, and without results.'),
      conclusion: Conclusion.nullable(),
    }),
  ),
})

export const pullRequestOperations = operations({
  getPullRequest: {
    summary:
      'Returns the newest executions of a pull request, each compared with its base, as one comment in Markdown. If retention removed the results of an execution, it appears with its counts and the day of removal, without a comparison.',
    method: 'GET',
    path: '/api/pull-requests/:number',
    ...readsResults,
    revalidates: true,
    input: z.strictObject({
      number: wholeNumber(1, 2_147_483_647),
      /** `owner/name`; required if several repositories of the organization have a pull request with this number. */
      repo: z.string().min(1).max(1_000).optional(),
      maxBytes: wholeNumber(4_000, 900_000)
        .default(60_000)
        .describe(
          'Maximum size of `markdown` in bytes of UTF-8. The server omits the least important details until it fits.',
        ),
    }),
    output: z.object({
      number: z.number(),
      repository: z.string().nullable(),
      branch: z.string().nullable(),
      baseBranch: z.string().nullable(),
      message: z.string().nullable().describe("The newest commit's message."),
      ...Total,
      /** Increases with every change of any of its executions, and with every fact that CI adds. */
      revision: z.number(),
      provisional: z.boolean(),
      markdown: z
        .string()
        .describe(
          'Begins with the marker that identifies the comment: `<!-- svc:pull-request -->`, or `<!-- svc:pull-request <slug> -->` for a key of one project.',
        ),
      groups: z
        .array(GroupOverSuites)
        .describe(
          'Failures of all suites in the order of the comment; one error is one cause in all suites.',
        ),
      decides: z
        .array(Decides)
        .describe('What would decide the failures that nothing explains, the most first, at most 5.'),
      pushes: z.array(Push).describe('The ten newest pushes that ran tests, newest first.'),
      totals: z
        .object({
          suites: Count,
          failed: Count.describe('Suites whose newest execution failed.'),
          running: Count,
          counts: ExecutionSummary.shape.counts,
        })
        .describe('Of all suites, those that `executions` omits included.'),
      executions: z
        .array(PullRequestExecution)
        .describe(
          `The newest of each suite, the most urgent first, as many as fit into ${PULL_REQUEST_PAGE.bytes / 1_000} kB.`,
        ),
    }),
  },
  listPullRequests: {
    summary:
      'Lists the pull requests with an execution in the last days, the most recently run first, each with the newest execution of each project and suite. The first five have headlines. The server does not know whether a pull request is open.',
    method: 'GET',
    path: '/api/pull-requests',
    ...readsResults,
    revalidates: true,
    input: z.strictObject({
      project: ProjectSlug.optional(),
      status: z
        .enum(['failed', 'running', 'incomplete', 'passed'])
        .optional()
        .describe('The worst state of its newest executions; `incomplete` includes cancelled ones.'),
      days: wholeNumber(1, 90).default(14),
      limit: wholeNumber(1, 100).default(25),
    }),
    output: z.object({ pullRequests: z.array(ListedPullRequest), hasMore: z.boolean() }),
  },
})
