import type { AttemptDetail } from '@svc/protocol'
import { ExecutionSummary, ResultStatus, TestRef } from '@svc/schema/operations'
import { z } from 'zod'

/** Schemas of manually mounted routes, for the reference; ingest itself checks uploads. */

export const Milliseconds = z.number().min(0).describe('Milliseconds.')
export const AttemptStatus = z.enum(['passed', 'failed', 'timedOut', 'interrupted', 'skipped'])

/** A schema of each field of the protocol's type: one too few or too many is a type error. */
export type Named<T> = Record<keyof T, z.ZodType>

const Location = z
  .object({
    file: z.string().describe('Posix path, relative to the root.'),
    line: z.int().describe('From 1.'),
    column: z.int().describe('From 1.').optional(),
  })
  .meta({ id: 'Location' })

export const Failure = z
  .object({
    message: z.string(),
    name: z.string().describe("The error's class, for example AssertionError.").optional(),
    stack: z.string().optional(),
    snippet: z.string().describe('Source lines around the location.').optional(),
    location: Location.optional(),
    frames: z
      .array(z.object({ location: Location, snippet: z.string() }))
      .describe('Source around further frames of the project: of the causes first, then of the callers.')
      .optional(),
    expected: z.string().describe('The expected value of an assertion, printed.').optional(),
    actual: z.string().describe('The actual value, printed.').optional(),
    get cause() {
      return Failure.optional()
    },
    get errors() {
      return z.array(Failure).optional()
    },
  })
  .meta({ id: 'Failure', description: 'One error as the runner reported it, without colour codes.' })

const Step = z
  .object({
    title: z.string(),
    category: z.string().optional(),
    durationMs: Milliseconds,
    error: z.string().optional(),
    get steps() {
      return z.array(Step).optional()
    },
  })
  .meta({ id: 'Step', description: "One step of an attempt, in the runner's words." })

const Attachment = z.object({
  name: z.string(),
  contentType: z.string(),
  path: z.string().describe('Its path on the runner.').optional(),
  sizeBytes: z.int().optional(),
})

/** An attachment with its state. */
const DescribedAttachment = Attachment.extend({
  state: z
    .enum(['stored', 'awaited', 'missing', 'left', 'unsent'])
    .describe(
      'stored: can be downloaded. awaited: its bytes have not arrived yet. missing: it was stored, and the store has ' +
        'lost it. left: it was not stored; reason says why. unsent: its reporter has not declared it; those of ' +
        'passed tests are not sent unless requested.',
    ),
  id: z.uuid().describe('Absent if it was not declared.').optional(),
  reason: z.string().optional(),
  url: z.string().describe('Where to download it; only if it is stored.').optional(),
})

export const attemptDetail = {
  occurrence: z
    .int()
    .describe('1 for the second test of the same title in its file, and so on; absent for the first.')
    .optional(),
  repeat: z.int().describe('Which repeat of the test this is, from 1; absent for the first.').optional(),
  errors: z.array(Failure).describe('All errors in the order they were raised.').optional(),
  skip: z
    .object({
      kind: z
        .enum(['skip', 'todo', 'hook', 'filtered', 'interrupted'])
        .describe(
          'skip and todo: requested in the source. hook: a hook or fixture failed before it. filtered: left out ' +
            'by a grep, an only or a bail. interrupted: cut off by the end of the run.',
        ),
      reason: z.string().optional(),
    })
    .describe('Why it did not run.')
    .optional(),
  expectedFailure: z
    .boolean()
    .describe('True if the test was expected to fail and did: its status is passed, and its errors are kept.')
    .optional(),
  stdout: z.string().describe('The last part of its output.').optional(),
  stderr: z.string().describe('The last part of its error output.').optional(),
  attachments: z.array(Attachment).optional(),
  steps: z.array(Step).describe('Kept for attempts that did not pass.').optional(),
  annotations: z.array(z.object({ type: z.string(), description: z.string().optional() })).optional(),
  tags: z.array(z.string()).optional(),
  location: Location.describe('Where the test is defined.').optional(),
  truncated: z.array(z.string()).describe('Names of the fields that were cut to their limit.').optional(),
} satisfies Named<AttemptDetail>

const Attempt = z
  .object({
    status: AttemptStatus,
    startedAt: z.iso.datetime(),
    durationMs: Milliseconds,
    runAttempt: z.int().describe('1 for the first run of the build, 2 for its first re-run.'),
    ...attemptDetail,
    attachments: z.array(DescribedAttachment).optional(),
  })
  .meta({ id: 'Attempt', description: 'One try of a test.' })

const Result = TestRef.extend({
  part: z.int().describe('Number of the part that reported it.'),
  status: ResultStatus.describe('flaky: passed after a failed attempt.'),
  startedAt: z.iso.datetime(),
  durationMs: Milliseconds.describe('Duration of the deciding attempt in milliseconds.'),
  passedAlone: z
    .literal(true)
    .describe(
      'Only a re-run without the other tests of the run passed it. That proves nothing about the whole run, so the failure stays.',
    )
    .optional(),
  attempts: z.array(Attempt).describe('Every attempt, oldest first.'),
}).meta({ id: 'Result', description: 'The result of one test in one execution and leg.' })

const Part = z
  .looseObject({
    number: z.int(),
    journal: z.string(),
    job: z.string().describe('The CI job; empty outside CI.'),
    package: z.string().describe('Folder of the package relative to the root; empty for the root itself.'),
    config: z.string().describe("The runner's config file; empty if it has none."),
    leg: z.string(),
    shard: z.object({ index: z.int(), total: z.int() }).nullable(),
    runAttempt: z.int(),
    attempt: z.int().describe('1, or higher if it repeats tests of this attempt of the build.'),
    state: z
      .enum(['open', 'ended', 'lost'])
      .describe('lost: no sign of life for a while; a late end repairs it.'),
    outcome: z.string().nullable().describe("The runner's own result: passed, failed or interrupted."),
    startedAt: z.iso.datetime(),
    endedAt: z.iso.datetime().nullable(),
    durationMs: Milliseconds.nullable(),
    clockSkewMs: z
      .number()
      .describe(
        "The error of the sender's clock in milliseconds; times are corrected by it. 0 below 15 s, which a request may take.",
      ),
    truncated: z.int().describe('How many fields were cut to their limits.'),
    redacted: z.int().describe('How many secrets were masked.'),
    unfinished: z
      .int()
      .describe('How many files did not run to their end because enough tests had failed (`bail`).'),
  })
  .meta({
    id: 'Part',
    description: 'One process of a runner: a job, a package, a shard, a leg. It also carries its facts.',
  })

const OutsideError = z.object({
  part: z.int(),
  file: z.string().nullable(),
  fingerprint: z.string().describe('Equal for errors that differ only in numbers, ids, paths and times.'),
  superseded: z.boolean().describe('True if a re-run of the part superseded it.'),
  failure: Failure,
})

export const ExecutionDetail = ExecutionSummary.extend({
  organization: z
    .string()
    .describe('Slug of its organization: an id alone finds it if the person is a member of several.'),
  parts: z.array(Part),
  errors: z.array(OutsideError).describe('Failures outside any test, such as a file that does not load.'),
  warnings: z.array(z.string()).describe('Sentences for the person who reads the execution.'),
  resultsRemovedAt: z.iso
    .datetime({ offset: true })
    .nullable()
    .describe(
      'When retention removed its results; its counts, parts and errors stay. Null while they exist.',
    ),
  results: z.array(Result).describe('In the order their tests were first seen.'),
  artifacts: z
    .array(
      DescribedAttachment.extend({
        testId: z.string(),
        leg: z.string(),
        attempt: z.int().describe('The attempt of the result that attached it, from 0.'),
      }),
    )
    .describe('Attachments of the tests.'),
}).meta({ id: 'ExecutionDetail' })

export const IngestReceipt = z
  .object({
    journal: z.string(),
    accepted: z
      .int()
      .describe('How many entries of this journal the server holds; the next segment starts there.'),
    execution: z.object({ id: z.uuid(), url: z.string(), state: z.string() }),
    warnings: z.array(z.string()).describe('Warnings for the sender.'),
  })
  .meta({ id: 'IngestReceipt' })
