import { z } from 'zod'
import { operations } from '../operation.ts'
import { pageOf, pageParameters, wholeNumber } from '../page.ts'
import { ProjectSlug, ResultStatus, TestRef } from '../shapes.ts'
import { Name } from '../window.ts'

const Time = z.iso.datetime()
const TestName = TestRef.omit({ leg: true })
const MonitorState = z.enum(['healthy', 'flaky', 'broken'])
const ExecutionRef = z.object({ id: z.uuid(), url: z.string(), startedAt: Time })

const FirstSeen = Time.describe(
  'When the run began that first told of it, under its earliest name. An earlier run that is uploaded later does not change it.',
)

const FormerNames = z
  .array(TestName)
  .describe('Earlier names by confirmed renames, the latest first; their runs are its runs.')

const days = (fallback: number) =>
  wholeNumber(1, 400).default(fallback).describe('Whole UTC days, the last of them today.')

const Rate = z
  .object({
    value: z.number().nullable().describe('Numerator ÷ denominator; null where it did not run.'),
    numerator: z.number().describe('Runs with evidence of flakiness.'),
    denominator: z.number().describe('Runs of the window in which it ran and was not skipped.'),
    interval: z
      .object({ low: z.number(), high: z.number() })
      .describe(
        'Wilson 95 % interval of the share, z = 1.959964: what the true rate may be with so many runs.',
      ),
  })
  .describe(
    'A run is one leg of an execution that counts: settled, clean, from CI, not a fork’s, not an outage.',
  )

const Evidence = z
  .object({
    sameTree: z
      .number()
      .describe('Runs that failed while another run of the same code and leg passed: the strongest.'),
    retry: z.number().describe('Runs in which it failed and passed.'),
  })
  .describe('Runs with evidence, by kind; a run with both is counted once, as the stronger.')

const FlakyTest = TestName.extend({
  project: z.string(),
  flakinessRate: Rate,
  evidence: Evidence,
  failedRuns: z.number().describe('Runs of the window in which it failed, with evidence or without.'),
  lastEvidence: ExecutionRef.nullable().describe('The newest run with evidence; null where it was deleted.'),
  monitor: MonitorState,
})

const Run = z.object({
  execution: z.object({
    id: z.uuid(),
    url: z.string(),
    suite: z.string(),
    build: z.string(),
    branch: z.string().nullable(),
    pullRequest: z.number().nullable(),
    testedSha: z.string().nullable(),
    headSha: z.string().nullable(),
    tree: z.string().nullable(),
  }),
  leg: z.string(),
  /** The name it ran under, where that is another by a confirmed rename. */
  testId: z.string().describe('The name it ran under, which may be an earlier one.'),
  status: ResultStatus,
  startedAt: Time.describe('When the execution began.'),
  durationMs: z.number(),
  error: z.object({ message: z.string(), fingerprint: z.string() }).nullable(),
  counts: z
    .boolean()
    .describe('False where the run is no part of rates: a fork’s, a dirty one, an outage, or not settled.'),
  inRate: z
    .boolean()
    .describe(
      'True where it is of a run in the denominator of flakinessRate: it counts, was not skipped and is of the window.',
    ),
  evidence: z
    .array(z.enum(['same-tree', 'retry']))
    .describe('Why the run is evidence of flakiness; empty where it is none.'),
  isOutage: z
    .boolean()
    .describe(
      'True where it went wrong with a system error or a runner’s time-out that several tests of the run share: no evidence of flakiness.',
    ),
})

const Settings = {
  windowDays: wholeNumber(1, 90).describe('Whole UTC days, today included, that flakiness is judged by.'),
  minRuns: wholeNumber(1, 1_000).describe('Runs needed to judge.'),
  flakyRuns: wholeNumber(1, 1_000).describe('Flaky from so many runs with evidence on …'),
  flakyRate: z
    .number('takes a share from 0 to 1')
    .min(0, 'takes a share from 0 to 1')
    .max(1, 'takes a share from 0 to 1')
    .describe('… if they are at least this share of its runs.'),
  recoverAfterRuns: wholeNumber(1, 1_000).describe(
    'No longer flaky after so many runs in a row without evidence and without failure on the default branch.',
  ),
  brokenAfterRuns: wholeNumber(1, 30).describe(
    'Broken after so many failed runs in a row on the default branch and one leg; no longer once it passes.',
  ),
  branches: z.enum(['all', 'default']).describe('Whose runs give evidence of flakiness.'),
}
const slug = ProjectSlug.describe('Slug of the project.')

export const testOperations = operations({
  listFlakyTests: {
    summary:
      'Tests with evidence of flakiness, by rate, then by number of runs. flakinessRate = runs with evidence ÷ runs in which it ran. A run in which at least 3 tests of 2 files share a system error, as ECONNREFUSED, or their runner’s time-out, shows an outage: those failures are no evidence. One that failed in all of its runs is broken, not flaky.',
    method: 'GET',
    path: '/api/flaky-tests',
    role: 'viewer',
    scope: 'read',
    input: z.strictObject({
      project: ProjectSlug.optional().describe(
        'Slug of a project; without it all that the credential may see.',
      ),
      branch: Name.optional(),
      days: days(30),
      minRuns: wholeNumber(1, 100_000)
        .default(1)
        .describe('Leaves out tests that ran in fewer runs of the window.'),
      state: z
        .enum(['flaky', 'broken'])
        .default('flaky')
        .describe('`broken`: tests that failed in all of their runs of the window.'),
      ...pageParameters,
    }),
    output: pageOf(FlakyTest),
  },
  listTests: {
    summary:
      'Tests of a project, the ones made last first. One that was renamed is there once, under its newest name. With `q` or `monitor` a page looks at so many tests and no more: it may be shorter than `limit`, or empty, while `nextCursor` is still there.',
    method: 'GET',
    path: '/api/tests',
    role: 'viewer',
    scope: 'read',
    input: z.strictObject({
      project: slug,
      q: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Part of its file or of its titles, under an earlier name too.'),
      monitor: MonitorState.optional().describe('Only tests whose monitor says so.'),
      ...pageParameters,
    }),
    output: pageOf(
      TestName.extend({
        project: z.string(),
        firstSeenAt: FirstSeen,
        formerNames: FormerNames,
        monitor: MonitorState,
      }),
    ),
  },
  getTest: {
    summary:
      'One test with its flakiness, its monitor and its runs, newest first. Asked for by an earlier name it answers the same, under its newest. A page may hold fewer runs than `limit` and still have a next one: a test that seldom runs is looked for a thousand executions at a time.',
    method: 'GET',
    path: '/api/tests/:id',
    role: 'viewer',
    scope: 'read',
    input: z.strictObject({
      id: z
        .string()
        .regex(/^[0-9a-fA-F]{32}$/, 'takes 32 hex digits')
        .transform((id) => id.toLowerCase()),
      project: ProjectSlug.optional().describe('Needed where several projects have a test of this name.'),
      branch: Name.optional().describe('Only runs of this branch, in the rate too.'),
      days: days(30),
      ...pageParameters,
    }),
    output: TestName.extend({
      project: z.string(),
      firstSeenAt: FirstSeen,
      formerNames: FormerNames,
      flakinessRate: Rate,
      evidence: Evidence.extend({
        flips: z
          .number()
          .describe(
            'Changes between passing and failing from one run of a branch to the next on other code: shown, never in the rate.',
          ),
      }),
      failedRuns: z.number(),
      isBroken: z.boolean().describe('True where it failed in all of its runs of the window: not flaky.'),
      lastEvidence: ExecutionRef.nullable(),
      monitor: z.object({
        state: MonitorState,
        since: Time.nullable(),
        changes: z
          .array(
            z.object({
              at: Time,
              from: MonitorState,
              to: MonitorState,
              because: z.string(),
              executionId: z.uuid().nullable(),
            }),
          )
          .describe('The last 50, newest first, under earlier names too.'),
      }),
      runs: z.array(Run),
      nextCursor: z.string().nullable(),
    }),
  },
  getMonitorSettings: {
    summary: 'When the tests of a project are called flaky or broken, and when no longer.',
    method: 'GET',
    path: '/api/projects/:slug/monitor',
    role: 'viewer',
    scope: 'read',
    input: z.strictObject({ slug }),
    output: z.object(Settings),
  },
  setMonitorSettings: {
    summary:
      'Changes what is given and leaves the rest; null takes a setting back to its default. Monitors follow with the next run of each test.',
    method: 'POST',
    path: '/api/projects/:slug/monitor',
    role: 'admin',
    scope: 'admin',
    input: z.strictObject({
      slug,
      windowDays: Settings.windowDays.nullish(),
      minRuns: Settings.minRuns.nullish(),
      flakyRuns: Settings.flakyRuns.nullish(),
      flakyRate: Settings.flakyRate.nullish(),
      recoverAfterRuns: Settings.recoverAfterRuns.nullish(),
      brokenAfterRuns: Settings.brokenAfterRuns.nullish(),
      branches: Settings.branches.nullish(),
    }),
    output: z.object(Settings),
  },
})
