import { z } from 'zod'
import { administers, operations, readsResults } from '../operation.ts'
import { pageOf, pageParameters, wholeNumber } from '../page.ts'
import { Name } from '../parameters.ts'
import { Owners, ProjectSlug, RecentRun, ResultStatus, TestName } from '../shapes.ts'
import { Lease } from './leases.ts'

const Time = z.iso.datetime()
const MonitorState = z
  .enum(['healthy', 'flaky', 'broken'])
  .describe(
    'By the rules of the project’s monitor. `healthy`: neither flaky nor broken so far, although its newest runs may have failed.',
  )
const ExecutionRef = z.object({ id: z.uuid(), url: z.string(), startedAt: Time })

const FirstSeen = Time.describe(
  'Start of the first run that reported the test, under its earliest name. Uploading an older run later does not change it.',
)

const FormerNames = z
  .array(TestName)
  .describe('Earlier names from confirmed renames, latest first; their runs belong to this test.')

const days = (fallback: number) =>
  wholeNumber(1, 400).default(fallback).describe('Whole UTC days, including today.')

const Rate = z
  .object({
    value: z.number().nullable().describe('Numerator ÷ denominator; null if it did not run.'),
    numerator: z.number().describe('Runs with evidence of flakiness.'),
    denominator: z.number().describe('Runs of the window in which the test ran and was not skipped.'),
    interval: z
      .object({ low: z.number(), high: z.number() })
      .describe('Wilson 95 % confidence interval of the rate, z = 1.959964.'),
  })
  .describe(
    'A run is one leg of an execution that counts: settled, clean, from CI, not from a fork, not an outage.',
  )

const Order = z
  .enum(['asc', 'desc'])
  .optional()
  .describe('By default, texts ascend, and numbers and times descend.')

const FileOwners = Owners.describe(
  'Owners of its file, by CODEOWNERS of the project’s newest execution; empty if it has no owner.',
)

const Evidence = z
  .object({
    sameTree: z
      .number()
      .describe(
        'Runs that failed while another run of the same code and leg passed: the strongest evidence.',
      ),
    retry: z.number().describe('Runs in which it failed and then passed.'),
  })
  .describe('Runs with evidence, by kind; a run with both kinds counts once, as the stronger kind.')

const FlakyTest = TestName.extend({
  project: z.string(),
  flakinessRate: Rate,
  evidence: Evidence,
  failedRuns: z.number().describe('Runs of the window in which it failed, with or without evidence.'),
  lastEvidence: ExecutionRef.nullable().describe('The newest run with evidence; null if it was deleted.'),
  lastError: z
    .object({
      message: z.string().describe('As it was worded when the project first had this error.'),
      fingerprint: z.string(),
      execution: z.uuid(),
      startedAt: Time,
    })
    .nullable()
    .describe('Its error in the newest run of the window in which it went wrong.'),
  costMs: z
    .number()
    .nullable()
    .describe(
      'Runs with evidence × its newest pass on the default branch: at least this time went to attempts without a cause. Null without such a pass.',
    ),
  document: z
    .object({ project: z.string(), path: z.string(), title: z.string() })
    .nullable()
    .describe(
      'The newest document that is tied to its last error; null if there is none, or if the credential may not read documents.',
    ),
  monitor: MonitorState,
  monitorSince: Time.nullable().describe('When its monitor took this state; null if it never changed.'),
  owners: FileOwners,
  recent: z
    .array(RecentRun)
    .describe(
      'Its newest runs of the window, newest first: at most 20, among the newest 400 runs of the project. A run is one leg of an execution that counts.',
    ),
  lease: Lease.optional().describe('The agent that works on it; absent if none does.'),
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
    framework: z.string().describe('The runner, such as playwright or vitest.'),
    tree: z.string().nullable(),
    trust: z.enum(['ci', 'local', 'fork']),
    dirty: z.boolean().describe('True if the working tree differed from the commit.'),
  }),
  leg: z.string(),
  /** The name it ran under; an earlier one if the test was renamed. */
  testId: z.string().describe('Id of the name it ran under, which may be an earlier name.'),
  status: ResultStatus,
  startedAt: Time.describe('When the execution began.'),
  durationMs: z.number(),
  error: z.object({ message: z.string(), fingerprint: z.string() }).nullable(),
  counts: z
    .boolean()
    .describe('False if the run is excluded from rates: from a fork, dirty, an outage, or not settled.'),
  excludedBecause: z
    .enum(['not-settled', 'fork', 'outage', 'dirty', 'local'])
    .nullable()
    .describe(
      'Why the run does not count; null if it counts. `outage`: most tests of the execution failed. `dirty`: the checkout had changes without a commit. `local`: the project has runs in CI, so that local runs do not count.',
    ),
  inRate: z
    .boolean()
    .describe(
      'True if the run is in the denominator of flakinessRate: it counts, was not skipped and is in the window.',
    ),
  evidence: z
    .array(z.enum(['same-tree', 'retry']))
    .describe('Why the run is evidence of flakiness; empty if it is not.'),
  isOutage: z
    .boolean()
    .describe(
      'True if it failed with a system error or a timeout of the runner that several tests of the run share. Such a run is not evidence of flakiness.',
    ),
})

const Settings = {
  windowDays: wholeNumber(1, 90).describe('Whole UTC days, including today, over which flakiness is judged.'),
  minRuns: wholeNumber(1, 1_000).describe('Runs required for a judgement.'),
  flakyRuns: wholeNumber(1, 1_000).describe('A test is flaky from this number of runs with evidence …'),
  flakyRate: z
    .number('must be a share from 0 to 1')
    .min(0, 'must be a share from 0 to 1')
    .max(1, 'must be a share from 0 to 1')
    .describe('… if these are at least this share of its runs.'),
  recoverAfterRuns: wholeNumber(1, 1_000).describe(
    'A test recovers after this number of consecutive runs without evidence and without failure on the default branch.',
  ),
  brokenAfterRuns: wholeNumber(1, 30).describe(
    'A test is broken after this number of consecutive failed runs on the default branch and one leg, until it passes.',
  ),
  branches: z.enum(['all', 'default']).describe('Branches whose runs count as evidence of flakiness.'),
}
const slug = ProjectSlug.describe('Slug of the project.')

export const testOperations = operations({
  listFlakyTests: {
    summary:
      'Lists tests with evidence of flakiness, by default sorted by rate, then by number of runs. flakinessRate = runs with evidence ÷ runs of the test. If at least 3 tests of 2 files in a run share a system error such as ECONNREFUSED, or a timeout of their runner, the run shows an outage, and those failures are not evidence. A test that failed in all of its runs is not flaky.',
    method: 'GET',
    path: '/api/flaky-tests',
    ...readsResults,
    input: z.strictObject({
      project: ProjectSlug.optional().describe(
        'Slug of a project; absent: all projects that the credential can access.',
      ),
      branch: Name.optional(),
      days: days(30),
      minRuns: wholeNumber(1, 100_000).default(1).describe('Omits tests with fewer runs in the window.'),
      state: z
        .enum(['flaky', 'broken'])
        .default('flaky')
        .describe(
          '`broken`: tests whose monitor has this state; with `branch` those that ran on it in the window.',
        ),
      sort: z
        .enum(['rate', 'judged', 'evidence', 'seen', 'cost', 'title', 'owner'])
        .default('rate')
        .describe(
          '`judged`: tests whose monitor ever changed its state come first, each part by rate. `evidence`: by runs with evidence. `seen`: by the last failure. `cost`: by `costMs`. Tests without a value come last.',
        ),
      order: Order,
      owner: Name.optional().describe('Only tests whose file has this owner, such as `@acme/payments`.'),
      recent: wholeNumber(0, 20).default(20).describe('The number of newest runs of each test in `recent`.'),
      ...pageParameters,
    }),
    output: pageOf(FlakyTest),
  },
  listTests: {
    summary:
      'Lists the tests of a project, by default most recently created first. A renamed test appears once, under its newest name. With `q`, `monitor` or `owner`, a page scans a limited number of tests. It can then be shorter than `limit`, or empty, while `nextCursor` is not null.',
    method: 'GET',
    path: '/api/tests',
    ...readsResults,
    input: z.strictObject({
      project: slug,
      q: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Part of its file or titles; earlier names match too.'),
      monitor: MonitorState.optional().describe('Only tests whose monitor has this state.'),
      owner: Name.optional().describe('Only tests whose file has this owner, such as `@acme/payments`.'),
      sort: z
        .enum(['created', 'title', 'rate', 'failed', 'duration'])
        .default('created')
        .describe(
          '`rate`: by flakinessRate, `failed`: by the last failure, both of the last 30 days. `duration`: by `durationMs`. Tests without a value come last; a test without evidence has the rate 0.',
        ),
      order: Order,
      details: z.literal('true').optional().describe('Adds `details` of the last 30 days to each test.'),
      ...pageParameters,
    }),
    output: pageOf(
      TestName.extend({
        project: z.string(),
        firstSeenAt: FirstSeen,
        formerNames: FormerNames,
        monitor: MonitorState,
        details: FlakyTest.pick({
          owners: true,
          flakinessRate: true,
          failedRuns: true,
          lastError: true,
          recent: true,
        })
          .extend({
            durationMs: z
              .number()
              .nullable()
              .describe(
                'How long it took in the newest run of its suite on the default branch; null unless it passed there.',
              ),
            durations: z
              .array(z.number())
              .describe(
                'Milliseconds in the newest 40 runs of the default branch in which it passed, oldest first; at most 20.',
              ),
          })
          .optional()
          .describe('Present if `details` is `true`.'),
      }),
    ),
  },
  listOwners: {
    summary: 'Lists the owners of a project’s test files, by CODEOWNERS of its newest execution.',
    method: 'GET',
    path: '/api/owners',
    ...readsResults,
    input: z.strictObject({ project: slug }),
    output: z.object({ owners: z.array(z.string()).describe('Each once, in the order of their names.') }),
  },
  getTest: {
    summary:
      'Returns one test with its flakiness, its monitor and its runs, newest first. The id of an earlier name returns the same test under its newest name. A page can have fewer runs than `limit` and still have a next page, because it scans a thousand executions at a time.',
    method: 'GET',
    path: '/api/tests/:id',
    ...readsResults,
    input: z.strictObject({
      id: z
        .string()
        .regex(/^[0-9a-fA-F]{32}$/, 'must be 32 hex digits')
        .transform((id) => id.toLowerCase()),
      project: ProjectSlug.optional().describe('Required if several projects have a test with this name.'),
      branch: Name.optional().describe('Only runs of this branch, also for the rate.'),
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
            'Changes between passing and failing from one run of a branch to the next, on different code. They never count in the rate.',
          ),
      }),
      failedRuns: z.number(),
      isBroken: z.boolean().describe('True if its monitor has the state `broken`.'),
      lastEvidence: ExecutionRef.nullable(),
      owners: FileOwners,
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
          .describe('The last 50 changes, newest first, including those under earlier names.'),
      }),
      runs: z.array(Run),
      nextCursor: z.string().nullable(),
    }),
  },
  getMonitorSettings: {
    summary: 'Returns the rules by which the tests of a project become flaky or broken, and recover.',
    method: 'GET',
    path: '/api/projects/:slug/monitor',
    ...readsResults,
    input: z.strictObject({ slug }),
    output: z.object(Settings),
  },
  setMonitorSettings: {
    summary:
      'Changes the given settings and leaves the others unchanged; null restores the default. Monitors apply the new settings with the next run of each test.',
    method: 'POST',
    path: '/api/projects/:slug/monitor',
    ...administers,
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
