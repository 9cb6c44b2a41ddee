import { LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { operations } from '../operation.ts'
import { pageOf, pageParameters, wholeNumber } from '../page.ts'
import { ExecutionState, ExecutionSummary, ProjectSlug } from '../shapes.ts'

const Sha = z
  .string()
  .regex(/^[0-9a-fA-F]{4,64}$/, 'must be a commit sha or its first digits, at least 4')
  .transform((sha) => sha.toLowerCase())

const Name = z.string().min(1).max(1_000)
/** A date is its first moment, UTC. */
const From = z
  .string()
  .refine(
    (time) =>
      z.iso.datetime({ offset: true }).safeParse(time).success || z.iso.date().safeParse(time).success,
    'must be a time such as 2026-01-31T12:00:00Z, or a date',
  )
  .optional()

export const executionOperations = operations({
  listExecutions: {
    summary:
      'Lists executions, newest first. `from` is inclusive, `to` is exclusive. With `q`, `commit`, `status`, `framework` or `suite`, a page scans about 2,000 executions. It can then be shorter than `limit`, or empty, while `nextCursor` is not null.',
    method: 'GET',
    path: '/api/executions',
    role: 'viewer',
    scope: 'read',
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
      /** Part of a branch, a build, a suite, a commit message, or the beginning of a sha. */
      q: z.string().min(1).max(200).optional(),
      ...pageParameters,
    }),
    output: pageOf(ExecutionSummary),
  },
  settleExecution: {
    summary:
      'Declares that no more parts will arrive. The execution settles immediately if no part is open and all declared shards have arrived.',
    method: 'POST',
    path: '/api/executions/:id/settle',
    role: 'editor',
    scope: 'ingest',
    input: z.strictObject({ id: z.uuid() }),
    output: ExecutionSummary.extend({
      /** What the execution still waits for, in words; empty if it settled. */
      waitingFor: z.array(z.string()),
    }),
  },
})
