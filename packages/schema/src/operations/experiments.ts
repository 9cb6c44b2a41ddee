import { LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { operations, readsResults, uploads } from '../operation.ts'
import { pageOf, pageParameters, wholeNumber } from '../page.ts'
import { Sha, TestRef } from '../shapes.ts'

const Command = z
  .string()
  .min(1)
  .max(LIMITS.textBytes)
  .describe('The command of one trial, for a shell, without secrets.')

const CausedBy = z.strictObject({
  name: z.string().max(LIMITS.nameBytes).optional(),
  message: z.string().max(LIMITS.experimentErrorLength),
})

const TrialError = z.strictObject({
  ...CausedBy.shape,
  stack: z.string().max(LIMITS.experimentErrorLength).optional(),
  location: z
    .strictObject({ file: z.string().max(LIMITS.textBytes), line: wholeNumber(1, 2_147_483_647) })
    .optional(),
  cause: CausedBy.optional(),
})

const Side = z.enum(['head', 'base']).describe('`head`: the code whose test failed. `base`: its base.')
const Result = z
  .enum(['failed', 'passed', 'void'])
  .describe(
    '`failed`: it failed with the error that is looked into. `void`: the trial says nothing about it; `reason` says why.',
  )

const Trial = z.strictObject({
  side: Side,
  result: Result,
  durationMs: z.int().min(0).max(2_147_483_647),
  reason: z.string().max(LIMITS.experimentErrorLength).optional().describe('Why it is void.'),
  error: TrialError.optional().describe('With what it failed, without secrets.'),
  order: z
    .int()
    .min(0)
    .max(2_147_483_647)
    .optional()
    .describe("Seed of the order in which its file's tests ran; absent for the file's own order."),
})

const Purpose = z
  .enum(['proof', 'burn-in', 'bisect', 'rerun'])
  .describe(
    '`proof`: whose failure is it? `burn-in`: is a new test flaky? `bisect`: which commit broke it? `rerun`: does it fail again?',
  )

const Head = z.strictObject({
  commit: Sha,
  dirty: z.boolean().describe('True if the working tree differed from the commit.'),
  command: Command,
})

const Base = z.strictObject({
  commit: Sha,
  branch: z.string().min(1).max(LIMITS.factBytes).nullable(),
  isOlder: z
    .boolean()
    .describe('False if it has commits that the head lacks: one of them may have mended the test.'),
  command: Command,
})

const Machine = z
  .string()
  .max(LIMITS.nameBytes)
  .describe('Where the trials ran: platform, Node and CI system.')

const After = z
  .array(z.string().min(1).max(LIMITS.textBytes))
  .describe(
    "Files that ran in each trial before the test's own, in this order, as in the run in which it failed; none if its file ran alone. A base lacks those that the head adds.",
  )

const Experiment = z.strictObject({
  id: z
    .uuid()
    .toLowerCase()
    .describe('Chosen by the sender. An experiment that is sent twice is stored once.'),
  purpose: Purpose,
  test: z
    .strictObject({
      file: z.string().min(1).max(LIMITS.textBytes),
      titles: z
        .array(z.string().max(LIMITS.titleBytes))
        .min(1)
        .max(LIMITS.titleDepth + 1),
      variant: z.string().max(LIMITS.textBytes).default(''),
      occurrence: wholeNumber(0, 2_147_483_647).default(0),
      leg: z.string().max(LIMITS.nameBytes).describe('The leg on which the execution ran it.'),
    })
    .describe('A test of the execution.'),
  alike: wholeNumber(1, 2_147_483_647)
    .default(1)
    .describe('How many tests failed in the execution with its error, including itself.'),
  head: Head,
  base: Base.nullable().default(null).describe('Null if only the head was tried.'),
  machine: Machine,
  startedAt: z.iso.datetime(),
  after: After.max(LIMITS.experimentFiles).default([]),
  trials: z.array(Trial).min(1).max(LIMITS.experimentTrials).describe('In the order in which they ran.'),
})

const Counts = z.object({ failed: z.number(), passed: z.number(), void: z.number() })

export const StoredExperiment = z
  .object({
    id: z.uuid(),
    purpose: Purpose,
    test: TestRef,
    alike: z.number(),
    head: z.object({ ...Head.shape, ...Counts.shape, commit: z.string() }),
    base: z.object({ ...Base.shape, ...Counts.shape, commit: z.string() }).nullable(),
    machine: z.string(),
    sentBy: z.string().describe('Name of the key, or address of the person.'),
    startedAt: z.iso.datetime(),
    after: After,
    trials: z.array(
      z.object({
        side: Side,
        result: Result,
        durationMs: z.number(),
        reason: z.string().nullable(),
        message: z.string().nullable().describe('The first line of its error.'),
        fingerprint: z
          .string()
          .nullable()
          .describe("Its error's fingerprint, as failures have; null without an error."),
        order: z.number().nullable().describe("Seed of its tests' order; null for the file's own order."),
      }),
    ),
  })
  .meta({ id: 'Experiment' })

export const experimentOperations = operations({
  sendExperiments: {
    summary:
      'Stores what trials of single tests showed: a failed test again, here and on its base. Experiments are evidence for verdicts and nothing else: they change no history, metric, monitor, flaky rate or base. An execution has at most 200. The request is idempotent.',
    method: 'POST',
    path: '/api/experiments',
    ...uploads,
    input: z.strictObject({
      execution: z.uuid().toLowerCase().describe('The execution whose tests were tried.'),
      experiments: z.array(Experiment).min(1).max(LIMITS.experimentsSent),
    }),
    output: z.object({
      stored: z.number().describe('Experiments that this request added.'),
      known: z.number().describe('Experiments that were stored before.'),
    }),
  },
  listExperiments: {
    summary: 'Lists the experiments of an execution, in the order in which they arrived.',
    method: 'GET',
    path: '/api/executions/:id/experiments',
    ...readsResults,
    object: { kind: 'execution', parameter: 'id' },
    input: z.strictObject({ id: z.uuid().toLowerCase(), ...pageParameters }),
    output: pageOf(StoredExperiment),
  },
})
