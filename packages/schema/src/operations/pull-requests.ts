import { CONCLUSION_KINDS, VERDICT_KINDS } from '@svc/protocol'
import { z } from 'zod'
import { operations, readsResults } from '../operation.ts'
import { wholeNumber } from '../page.ts'
import { ExecutionSummary, ProjectSlug, TestRef } from '../shapes.ts'

const Conclusion = z.enum(CONCLUSION_KINDS)
const Count = z.number()
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
})

const FailureGroup = z.object({
  topic: z
    .enum([...VERDICT_KINDS, 'no-base', 'differently'])
    .describe(
      'A verdict; `no-base`: nothing to compare with; `differently`: fails on the base with another error.',
    ),
  title: z.string().describe('The title of the section in the comment.'),
  tests: Count.describe('Tests, each counted once for all legs.'),
  errors: Count.describe('Failures outside any test.'),
  causeCount: Count,
  causes: z
    .array(
      z.object({
        fingerprint: z.string(),
        message: z
          .string()
          .describe(
            'The line of the error; of a matcher: the locator, and the expected and received values.',
          ),
        tests: Count,
        errors: Count,
        stopped: Count.describe('Tests that did not run because of it.'),
        failures: z.array(Failing).describe('At most 3.'),
      }),
    )
    .describe('The largest first, at most 5.'),
})

const PullRequestExecution = Head.extend({
  headline: z.string().nullable().describe('The first line of its section in the comment, as plain text.'),
  conclusion: Conclusion.nullable(),
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
      /** Increases with every change of any of its executions, and with every fact that CI adds. */
      revision: z.number(),
      provisional: z.boolean(),
      markdown: z
        .string()
        .describe(
          'Begins with the marker that identifies the comment: `<!-- svc:pull-request -->`, or `<!-- svc:pull-request <slug> -->` for a key of one project.',
        ),
      executions: z.array(PullRequestExecution),
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
