import { LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { isoTime } from '../iso-time.ts'
import { operations, readsResults, uploads } from '../operation.ts'
import { pageOf, pageParameters, wholeNumber } from '../page.ts'
import { ExecutionState, ExecutionSummary, Owners, ProjectSlug, ResultStatus, TestRef } from '../shapes.ts'

const Sha = z
  .string()
  .regex(/^[0-9a-fA-F]{4,64}$/, 'must be a commit sha or its first digits, at least 4')
  .transform((sha) => sha.toLowerCase())

const Name = z.string().min(1).max(1_000)
/** A date is its first moment. */
const From = isoTime('must be a time such as 2026-01-31T12:00:00Z, or a date')
  .optional()
  .describe('ISO 8601; without a time zone UTC.')

const ResultTotals = z.object({
  total: z.number(),
  passed: z.number(),
  failed: z.number(),
  flaky: z.number(),
  skipped: z.number(),
})

const ListedResult = TestRef.extend({
  part: z.number().describe('The number of its part in `parts` of the execution.'),
  status: ResultStatus,
  startedAt: z.iso.datetime(),
  durationMs: z.number().describe('Duration of the deciding attempt, milliseconds.'),
  owners: Owners,
  error: z
    .object({ message: z.string().describe('Its first 240 characters.'), fingerprint: z.string() })
    .nullable()
    .describe('The error of a failed or flaky result.'),
  skipReason: z.string().nullable(),
})

export const executionOperations = operations({
  listExecutions: {
    summary:
      'Lists executions, newest first. `from` is inclusive, `to` is exclusive. With `q`, `commit`, `status`, `framework` or `suite`, a page scans about 2,000 executions. It can then be shorter than `limit`, or empty, while `nextCursor` is not null.',
    method: 'GET',
    path: '/api/executions',
    ...readsResults,
    input: z.strictObject({
      project: ProjectSlug.optional(),
      branch: Name.optional(),
      status: ExecutionState.optional(),
      framework: Name.optional(),
      suite: Name.optional(),
      build: z
        .string()
        .min(1)
        .max(LIMITS.labelBytes)
        .optional()
        .describe("Exact match. A CI run's id returns the executions of all its projects and suites."),
      commit: Sha.optional(),
      pr: wholeNumber(1, 2_147_483_647).optional(),
      from: From,
      to: From,
      /** Part of a branch, a build, a suite, a commit message or a machine's name, or the start of a sha. */
      q: z.string().min(1).max(200).optional(),
      ...pageParameters,
    }),
    output: pageOf(ExecutionSummary),
  },
  listResults: {
    summary:
      'Lists the results of an execution without their attempts, filtered, sorted and counted by the server. The default order is failed, flaky, passed, skipped. Works for archived executions as well.',
    method: 'GET',
    path: '/api/executions/:id/results',
    ...readsResults,
    object: { kind: 'execution', parameter: 'id' },
    revalidates: true,
    input: z.strictObject({
      id: z.uuid(),
      status: z
        .string()
        .transform((list) => list.split(','))
        .pipe(
          z.array(
            z.enum(
              ResultStatus.options,
              `must be one or more of ${ResultStatus.options.join(', ')}, separated by commas`,
            ),
          ),
        )
        .transform((list) => [...new Set(list)])
        .optional()
        .describe('One or more of passed, failed, flaky and skipped, separated by commas.'),
      q: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Words that must all be in the file, the titles or the variant, such as `cart > adds`.'),
      file: Name.optional().describe('A file, or a folder with a slash at its end.'),
      owner: Name.optional().describe(
        'An owner as CODEOWNERS writes it, such as @acme/payments; `none`: files without an owner.',
      ),
      leg: Name.optional(),
      sort: z
        .enum(['status', 'slowest', 'fastest', 'file', 'started'])
        .default('status')
        .describe('Equal ones are in the order in which their tests were first seen.'),
      limit: wholeNumber(1, 25_000).default(100),
      cursor: pageParameters.cursor,
    }),
    output: z.object({
      execution: z.object({
        id: z.uuid(),
        state: ExecutionState,
        revision: z
          .number()
          .describe('Increases with everything that is stored about the execution; the id of its events.'),
      }),
      totals: ResultTotals.describe('Results by status that all filters except `status` accept.'),
      matching: z.number().describe('Results that all filters accept.'),
      legs: z.array(z.string()).describe('All legs of the execution.'),
      resultsRemovedAt: z.iso
        .datetime()
        .nullable()
        .describe('When retention removed the results; the list is then empty.'),
      results: z.array(ListedResult),
      nextCursor: z.string().nullable(),
    }),
  },
  settleExecution: {
    summary:
      'Declares that no more parts will arrive. The execution settles immediately if no part is open and all declared shards have arrived.',
    method: 'POST',
    path: '/api/executions/:id/settle',
    ...uploads,
    input: z.strictObject({ id: z.uuid().toLowerCase() }),
    output: ExecutionSummary.extend({
      /** The missing parts that the execution waits for, in words; empty once it has settled. */
      waitingFor: z.array(z.string()),
    }),
  },
})
