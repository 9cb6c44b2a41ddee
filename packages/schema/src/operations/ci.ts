import { CONCLUSION_KINDS, CONCLUSIONS, LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { operations } from '../operation.ts'
import { wholeNumber } from '../page.ts'
import { ExecutionSummary, TestRef } from '../shapes.ts'
import { Comparison, insightOperations, MissingWords, SettlesAt, WaitingFor } from './insights.ts'
import { pullRequestOperations } from './pull-requests.ts'

const TAKES_SHA = 'takes a whole commit sha of 40 or 64 hex digits'
const Sha = z
  .string(TAKES_SHA)
  .regex(/^(?:[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/, TAKES_SHA)
  .transform((sha) => sha.toLowerCase())
const Branch = z.string().min(1).max(LIMITS.factBytes)

const VerdictKind = Comparison.shape.regressions.element.shape.verdict.shape.kind

const Failure = z.object({
  kind: z
    .enum(['regression', 'new', 'not-compared', 'still-failing', 'error'])
    .describe(
      '`new`: of a test that is new or was skipped before. `not-compared`: where the base did not run, or without a base. `error`: outside any test, and not on the base.',
    ),
  test: TestRef.nullable().describe('Null for an `error`.'),
  file: z.string().nullable(),
  line: z
    .number()
    .nullable()
    .describe('Where in `file` it failed, from 1; null where no error names the place.'),
  message: z.string().describe('The first 1,000 characters of the error.'),
  verdict: VerdictKind.nullable().describe('Null if nothing is known to judge it by.'),
  because: z.string().nullable().describe('What the verdict rests on, in one sentence.'),
  owners: z.array(z.string()).describe('Who owns the file, as CODEOWNERS says.'),
  url: z.string().describe('The page of the execution.'),
})

export const ciOperations = operations({
  addFacts: {
    summary:
      'Adds what CI knows of an execution and its parts could not tell, such as the merge base of a shallow clone. Fills in what is missing, never overwrites, never makes it more trusted. Not counted as a write; its bytes count as those of uploads.',
    method: 'POST',
    path: '/api/executions/:id/facts',
    role: 'editor',
    scope: 'ingest',
    input: z.strictObject({
      id: z.uuid(),
      mergeBaseSha: Sha.optional(),
      baseSha: Sha.optional(),
      headSha: Sha.optional(),
      pullRequest: wholeNumber(1, 2_147_483_647)
        .optional()
        .describe(
          'Left out of account where the execution is known to be of another commit than `headSha`, and of no merge of it.',
        ),
      baseBranch: Branch.optional(),
      defaultBranch: Branch.optional().describe("The project's, where nobody has told it yet."),
      ancestry: z
        .array(z.strictObject({ sha: Sha, parents: z.array(Sha).max(LIMITS.parents), tree: Sha.optional() }))
        .max(LIMITS.ancestry)
        .optional()
        .describe('Commits before the tested one, with all of their parents.'),
      settle: z
        .enum(['no', 'if-complete', 'now'])
        .default('no')
        .describe(
          '`if-complete`: settles if no part is open, all declared shards have arrived, and so has every part that the newest attempt of the base had (or there is no base). `now`: no more parts will come, so that without a declared shard it is incomplete, and so is an open part without a sign of life for `SVC_SETTLE_AFTER`; younger ones are still waited for.',
        ),
    }),
    output: ExecutionSummary.extend({
      waitingFor: WaitingFor,
      settlesInMs: z
        .number()
        .nullable()
        .describe('Milliseconds until it settles if nothing more arrives. Null once it has settled.'),
      settled: z.boolean().describe('True where it has settled, by this or before.'),
    }),
  },
  getReport: {
    summary:
      'Everything a CI job needs to know about an execution: its conclusion, its failures, and its section of the comment.',
    method: 'GET',
    path: '/api/executions/:id/report',
    role: 'viewer',
    scope: 'read',
    input: z.strictObject({
      id: z.uuid(),
      base: insightOperations.compareExecutions.input.shape.base,
      maxBytes: pullRequestOperations.getPullRequest.input.shape.maxBytes,
    }),
    output: z.object({
      execution: ExecutionSummary,
      revision: z.number().describe('Grows with every change of the execution.'),
      provisional: z.boolean().describe('True while the execution or its base is running.'),
      waitingFor: WaitingFor,
      missing: MissingWords,
      settlesAt: SettlesAt,
      base: z
        .object({
          id: z.uuid(),
          url: z.string(),
          branch: z.string().nullable(),
          sha: z.string().nullable().describe('The commit that was tested.'),
        })
        .nullable(),
      because: z.string().describe('Why this base, or why there is none.'),
      verdict: z
        .enum(CONCLUSION_KINDS)
        .describe(
          `What \`headline\` says. ${CONCLUSIONS.map(({ kind, sentence }) => `\`${kind}\`: ${sentence}.`).join(' ')}`,
        ),
      headline: z.string().describe("The first line of the comment's section, as plain text."),
      totals: z.object({
        regressions: z.number(),
        mine: z
          .number()
          .describe(
            'Of regressions and newFailures: those whose verdict is `mine`, as `verdicts` of the comparison counts them. What fails on the base too is not in it, whatever its verdict.',
          ),
        unknown: z.number().describe('The same for the verdict `unknown`.'),
        newFailures: z.number().describe('Failing tests that are new or were skipped before.'),
        stillFailing: z.number(),
        failuresNotCompared: z.number().describe('Where the base did not run; without a base, all.'),
        newlyFlaky: z.number(),
        improvements: z.number(),
        slower: z.number(),
        errors: z.number().describe('Failures outside any test that the base does not have.'),
      }),
      failures: z.array(Failure).describe('At most 100, the most urgent first.'),
      markdown: z.string().describe("The execution's section of the comment, at most `maxBytes` long."),
    }),
  },
})
