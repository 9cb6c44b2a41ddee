import { FINGERPRINT } from '@svc/protocol'
import { z } from 'zod'
import { operations, readsBus, writesBus } from '../operation.ts'
import { pageOf, pageParameters } from '../page.ts'
import { ProjectSlug, Sha } from '../shapes.ts'
import { SubscriptionFilter } from '../subscription-filter.ts'
import { ActingAgent } from './messages.ts'
import { Task, taskWords } from './tasks.ts'

const Time = z.iso.datetime()

const ShortSha = z
  .string()
  .regex(/^[0-9a-f]{7,64}$/i, 'must be the id of a commit, 7 to 64 hex digits')
  .transform((sha) => sha.toLowerCase())

const Event = SubscriptionFilter.shape.event

const Subscription = z
  .object({
    id: z.uuid(),
    agent: z.string().describe('Name of the agent.'),
    event: Event,
    project: z.string().nullable(),
    branch: z.string().nullable(),
    suite: z.string().nullable(),
    source: z
      .enum(['rest', 'capabilities'])
      .describe('`capabilities`: from `capabilities.subscribe` of the agent, and replaced with them.'),
    note: z.string().nullable().describe('When the event is sent, if its name does not say so.'),
    createdAt: Time,
  })
  .meta({ id: 'BusSubscription' })

const Fingerprint = z.string().regex(FINGERPRINT, 'must be the fingerprint of a failure, 16 hex digits')

const Verification = z
  .object({
    id: z.uuid(),
    agent: z.string().describe('Name of the agent that receives the outcome; empty if it was deleted.'),
    project: z.string(),
    fingerprint: z.string(),
    commit: z.string().describe('The commit of the fix.'),
    state: z
      .enum(['waiting', 'verified', 'refuted'])
      .describe('`refuted`: the failure came back in a run that contains the fix.'),
    cleanRuns: z.number().describe('Runs with the fix in which the tests ran and passed; one for each leg.'),
    neededRuns: z.number(),
    confidence: z
      .number()
      .describe(
        'How likely the failure would have come back in these clean runs without a fix, from 0 to 1.',
      ),
    before: z
      .object({ failures: z.number(), runs: z.number(), rate: z.number() })
      .describe('How often the failure occurred before the fix, within 30 days.'),
    cameBackIn: z.uuid().nullable().describe('The execution that refuted it.'),
    otherFailures: z.number().describe('Runs with the fix in which the tests failed with another error.'),
    because: z.string().describe('The state in one sentence, with what is missing.'),
    draft: z
      .object({
        doc_id: z.string(),
        new_content: z.string(),
        evidence_snippet: z.string(),
        reasoning: z.string(),
      })
      .nullable()
      .describe('For a verified fix: arguments of svc_propose_update. Complete the cause and the fix first.'),
    createdAt: Time,
    decidedAt: Time.nullable(),
  })
  .meta({ id: 'FixVerification' })

export const busEventOperations = operations({
  subscribeToEvent: {
    summary:
      'Subscribes the acting agent to an event of the server. Each event becomes a message from `svc`. Repeating the call changes nothing.',
    method: 'POST',
    path: '/api/bus/subscriptions',
    ...writesBus,
    input: SubscriptionFilter.extend({ agent: ActingAgent }),
    output: Subscription,
  },
  listSubscriptions: {
    summary: 'The subscriptions of the acting agent, newest first.',
    method: 'GET',
    path: '/api/bus/subscriptions',
    ...readsBus,
    input: z.strictObject({ agent: ActingAgent, ...pageParameters }),
    output: pageOf(Subscription),
  },
  unsubscribe: {
    summary: 'Ends a subscription of the acting agent.',
    method: 'DELETE',
    path: '/api/bus/subscriptions/:id',
    ...writesBus,
    input: z.strictObject({ id: z.uuid('must be the id of a subscription'), agent: ActingAgent }),
    output: z.object({ id: z.uuid(), ended: z.literal(true) }),
  },
  requestRerun: {
    summary:
      'Asks for tests to be run again on a commit. It creates a task with the command of the runner, for the named agent or for one whose `capabilities.rerun` is true. Later uploads of that commit fill its result.',
    method: 'POST',
    path: '/api/bus/reruns',
    ...writesBus,
    input: z.strictObject({
      agent: ActingAgent,
      project: ProjectSlug,
      tests: z
        .array(
          z
            .string()
            .regex(
              /^[0-9a-f]{32}$/,
              'must be the id of a test, 32 hex digits; answers about tests and failures have it as testId',
            ),
        )
        .min(1)
        .max(20),
      commit: Sha,
      times: z.int().min(1).max(100).default(10).describe('How often each test should run.'),
      assignedTo: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .optional()
        .describe('Name or id of an agent. Absent: one that can run tests.'),
      priority: z.int().min(1).max(10).default(5),
      ...taskWords,
    }),
    output: Task,
  },
  verifyFix: {
    summary:
      'Watches runs that contain a commit until it is known whether it fixed a failure, and tells the acting agent. Repeating the call returns the present state.',
    method: 'POST',
    path: '/api/bus/fix-verifications',
    ...writesBus,
    input: z.strictObject({
      agent: ActingAgent,
      project: ProjectSlug,
      fingerprint: Fingerprint,
      commit: ShortSha.describe(
        'The fix. Fewer than 40 digits only if a run of it is known, and of no other such commit.',
      ),
    }),
    output: Verification,
  },
  listFixVerifications: {
    summary: 'Fixes that agents had verified, or wait for, newest first.',
    method: 'GET',
    path: '/api/bus/fix-verifications',
    ...readsBus,
    input: z.strictObject({ project: ProjectSlug.optional(), ...pageParameters }),
    output: pageOf(Verification),
  },
  getFixVerification: {
    summary: 'One verification of a fix.',
    method: 'GET',
    path: '/api/bus/fix-verifications/:id',
    ...readsBus,
    input: z.strictObject({ id: z.uuid('must be the id of a verification') }),
    output: Verification,
  },
})
