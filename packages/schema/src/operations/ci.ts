import { CONCLUSION_KINDS, CONCLUSIONS, LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { operations, readsResults, uploads } from '../operation.ts'
import { wholeNumber } from '../page.ts'
import { ExecutionSummary, Sha, TestRef } from '../shapes.ts'
import {
  Comparison,
  CutOff,
  comparisonOperations,
  MissingWords,
  SettlesAt,
  WaitingFor,
} from './comparison.ts'
import { pullRequestOperations } from './pull-requests.ts'

const Branch = z.string().min(1).max(LIMITS.factBytes)

const ChangedPath = z.string().min(1).max(LIMITS.factBytes)
const LineNumber = z.int().min(1).max(2_147_483_647)

const VerdictKind = Comparison.shape.regressions.element.shape.verdict.shape.kind

const Failure = z.object({
  kind: z
    .enum(['regression', 'new', 'not-compared', 'still-failing', 'error'])
    .describe(
      '`new`: the test is new or was skipped before. `not-compared`: the base did not run this leg or part, or no base exists. `error`: a failure outside any test that the base does not have.',
    ),
  test: TestRef.nullable().describe('Null for an `error`.'),
  file: z.string().nullable(),
  line: z
    .number()
    .nullable()
    .describe('Line in `file` at which it failed, from 1; null if the error names no line.'),
  message: z
    .string()
    .describe(
      'The first 1,000 characters of the error, with its class and the compared values if the runner reported them.',
    ),
  verdict: VerdictKind.nullable().describe('Null if no data supports a verdict.'),
  because: z
    .string()
    .nullable()
    .describe(
      'The evidence for the verdict, in one sentence. For `not-compared`: why the base has no result, and what would decide.',
    ),
  owners: z.array(z.string()).describe('Owners of the file, from CODEOWNERS.'),
  url: z.string().describe('Address of the execution page.'),
})

export const ciOperations = operations({
  addFacts: {
    summary:
      'Adds facts that CI knows and the parts of an execution lack, such as the merge base of a shallow clone. It fills in missing facts, never overwrites a fact, and never raises the trust of an execution. The request does not count as a write; its bytes count as upload bytes.',
    method: 'POST',
    path: '/api/executions/:id/facts',
    ...uploads,
    input: z.strictObject({
      id: z.uuid().toLowerCase(),
      mergeBaseSha: Sha.optional(),
      baseSha: Sha.optional(),
      headSha: Sha.optional(),
      pullRequest: wholeNumber(1, 2_147_483_647)
        .optional()
        .describe('Ignored if the execution tested a commit that is neither `headSha` nor a merge of it.'),
      baseBranch: Branch.optional(),
      defaultBranch: Branch.optional().describe(
        "The project's default branch; used only if it is unknown so far.",
      ),
      ancestry: z
        .array(z.strictObject({ sha: Sha, parents: z.array(Sha).max(LIMITS.parents), tree: Sha.optional() }))
        .max(LIMITS.ancestry)
        .optional()
        .describe('Commits before the tested commit, with all of their parents.'),
      changedFiles: z
        .array(
          z.strictObject({
            path: ChangedPath,
            status: z.enum(['added', 'modified', 'removed', 'renamed']),
            formerPath: ChangedPath.optional(),
            lines: z
              .array(z.strictObject({ from: LineNumber, to: LineNumber }))
              .max(LIMITS.changedRanges)
              .optional()
              .describe('Changed lines of the new version, inclusive; absent if they are not known.'),
          }),
        )
        .max(LIMITS.changedFiles)
        .optional()
        .describe(
          'Files that differ between the merge base and the head. The first list that the server receives counts.',
        ),
      moreChangedFiles: wholeNumber(0, 2_147_483_647)
        .optional()
        .describe('How many changed files `changedFiles` leaves out.'),
      settle: z
        .enum(['no', 'if-complete', 'now'])
        .default('no')
        .describe(
          '`if-complete`: settles the execution if no part is open and all declared shards have arrived. Every part of the newest attempt of the base must also have arrived, if a base exists. `now`: no more parts will arrive. The execution is then incomplete if a declared shard is missing, or if an open part has been silent for `SVC_SETTLE_AFTER`. The server still waits for open parts that were active more recently.',
        ),
    }),
    output: ExecutionSummary.extend({
      waitingFor: WaitingFor,
      settlesInMs: z
        .number()
        .nullable()
        .describe(
          'Milliseconds until the execution settles if nothing more arrives. Null once it has settled.',
        ),
      settled: z.boolean().describe('True if the execution has settled, by this request or earlier.'),
    }),
  },
  getReport: {
    summary:
      'Returns what a CI job needs to know about an execution: its conclusion, its failures, and its section of the comment.',
    method: 'GET',
    path: '/api/executions/:id/report',
    ...readsResults,
    object: { kind: 'execution', parameter: 'id' },
    input: z.strictObject({
      id: z.uuid().toLowerCase(),
      base: comparisonOperations.compareExecutions.input.shape.base,
      maxBytes: pullRequestOperations.getPullRequest.input.shape.maxBytes,
    }),
    output: z.object({
      execution: ExecutionSummary,
      revision: z.number().describe('Increases with every change of the execution.'),
      provisional: z.boolean().describe('True while the execution or its base is running.'),
      waitingFor: WaitingFor,
      missing: MissingWords,
      cutOff: CutOff,
      settlesAt: SettlesAt,
      base: z
        .object({
          id: z.uuid(),
          url: z.string(),
          branch: z.string().nullable(),
          sha: z.string().nullable().describe('The tested commit.'),
          trust: ExecutionSummary.shape.trust,
          dirty: ExecutionSummary.shape.dirty,
        })
        .nullable(),
      because: z.string().describe('Why this base was chosen, or why no base exists.'),
      verdict: z
        .enum(CONCLUSION_KINDS)
        .describe(
          `The conclusion that \`headline\` states. ${CONCLUSIONS.map(({ kind, sentence }) => `\`${kind}\`: ${sentence}.`).join(' ')}`,
        ),
      headline: z.string().describe("The first line of the comment's section, as plain text."),
      totals: z.object({
        regressions: z.number(),
        mine: z
          .number()
          .describe(
            'Regressions and new failures with the verdict `mine`, as `verdicts` of the comparison counts them. Tests that also fail on the base are excluded, regardless of their verdict.',
          ),
        unknown: z.number().describe('The same for the verdict `unknown`.'),
        newFailures: z.number().describe('Failing tests that are new or were skipped before.'),
        stillFailing: z.number(),
        failingDifferently: z
          .number()
          .describe('Tests of `stillFailing` whose error may be another one than on the base.'),
        failuresNotCompared: z
          .number()
          .describe('Failures that the base did not run; without a base, all failures.'),
        newlyFlaky: z.number(),
        flakyInBurnIn: z
          .number()
          .describe('Tests of `flakyInBurnIn` of the comparison, each once for all legs.'),
        improvements: z.number(),
        slower: z.number(),
        errors: z.number().describe('Failures outside any test that the base does not have.'),
      }),
      failures: z.array(Failure).describe('At most 100, most urgent first.'),
      markdown: z.string().describe("The execution's section of the comment, at most `maxBytes` long."),
    }),
  },
})
