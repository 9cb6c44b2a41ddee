import { CONCLUSION_KINDS, CONCLUSIONS, VERDICT_KINDS } from '@svc/protocol'
import { z } from 'zod'
import { COMPARISON_PAGE, RANKED_GROUPS } from '../constants.ts'
import { operations, readsResults } from '../operation.ts'
import { pageParameters, wholeNumber } from '../page.ts'
import { ExecutionSummary, Owners, RecentRun, ResultStatus, TestRef } from '../shapes.ts'
import { PageVerdict, Verdict } from '../verdict.ts'

const Side = z.object({ status: ResultStatus, durationMs: z.number() })
const Failing = z.object({ message: z.string(), fingerprint: z.string() })

const Change = TestRef.extend({
  base: Side.nullable(),
  head: Side.nullable(),
  error: Failing.nullable(),
}).meta({ id: 'TestChange' })
const Regression = Change.extend({ verdict: Verdict })
/** `verdict` is null if the test did not fail. */
const NewTest = Change.extend({ verdict: Verdict.nullable() })
const NotCompared = Change.extend({
  reason: z.string().describe('Why the base has no result to compare with, in words.'),
  missing: z.string().describe('What would decide whether the change caused it.'),
})
const Stopped = Change.extend({
  cause: z
    .enum([
      'file-not-loaded',
      'hook-failed',
      'run-cancelled',
      'part-lost',
      'not-reported',
      'bailed',
      'not-selected',
      'skipped',
    ])
    .describe(
      '`file-not-loaded`: its file failed to load. `hook-failed`: a hook or a fixture before it failed. `run-cancelled`: the run was cancelled. `part-lost`: a part of the run was interrupted. `not-reported`: the job or shard that runs it did not report. `bailed`: the run ended before it, because enough tests had failed (`bail`). ' +
        '`not-selected`: the run seems to be a selection of tests. `skipped`: the test exists and was skipped.',
    ),
  reason: z.string().describe('The cause in words.'),
})
const PerformanceChange = Change.extend({
  /** Median of its recent passing runs in the same leg, milliseconds. */
  usualMs: z.number(),
  headMs: z.number(),
  /** Distance of the head from the median, in robust standard deviations. */
  deviations: z.number(),
  runs: z.number(),
}).meta({ id: 'DurationChange' })
const SlowerFile = z.object({
  file: z.string(),
  leg: z.string(),
  tests: z.number().describe('Timed tests: those that passed on both sides and are not in `slower`.'),
  usualMs: z.number().describe('Median of their total duration in recent base runs, in milliseconds.'),
  headMs: z.number(),
  deviations: z.number().describe('Robust standard deviations between the two.'),
  runs: z.number(),
})
const RenameCandidate = z.object({
  from: TestRef.describe('The earlier name.'),
  to: TestRef,
  similarity: z.number().describe('0 to 1.'),
  why: z.array(z.string()).describe('Reasons for the match, strongest first.'),
})
const BurnedTest = TestRef.extend({
  isNew: z.boolean().describe('False if the base has the test.'),
  failed: z.number().describe('Trials that failed.'),
  passed: z.number(),
})
const OutsideError = z.object({ file: z.string().nullable(), message: z.string(), fingerprint: z.string() })

export const WaitingFor = z
  .array(z.string())
  .describe(
    'Results that a running execution still waits for, in words: the first 20, then the number of the others. Empty once it has settled.',
  )

export const MissingWords = z
  .array(z.string())
  .describe(
    'Missing results of a settled execution, in words: parts that the base has, declared shards, and interrupted parts. The first 20, then the number of the others.',
  )

export const CutOff = z
  .array(z.string())
  .describe(
    'What a bail, a failed hook, an interruption or a crash of the head kept from running, in words, also while it runs. Nobody can judge such tests, so every gate fails. Empty if all ran.',
  )

export const SettlesAt = z.iso
  .datetime()
  .nullable()
  .describe('While `provisional`: when the execution settles if nothing more arrives. Null otherwise.')

/** All changes; the API returns a `ComparisonPage` of them. */
export const Comparison = z.object({
  base: ExecutionSummary.nullable(),
  head: ExecutionSummary,
  /** True while either side is running: then no test is reported as removed or stopped. */
  provisional: z.boolean(),
  waitingFor: WaitingFor,
  missing: MissingWords,
  settlesAt: SettlesAt,
  baseChoice: z.object({
    rule: z.enum(['given', 'merge-parent', 'merge-base', 'equal-tree', 'ancestor', 'newest', 'none']),
    /** Commits between the base and the wanted commit; null if unknown. */
    commitsAway: z.number().nullable(),
    because: z.string(),
    better: z
      .string()
      .nullable()
      .describe('How to get a better base, in words; null if this base is the best.'),
  }),
  cutOff: CutOff,
  massFailure: z
    .string()
    .nullable()
    .describe(
      'A sentence if at least 80 % of the tests that ran failed, with one error or although they passed on the base. Read it first. Null otherwise.',
    ),
  flakyInBurnIn: z
    .array(BurnedTest)
    .describe(
      'New and changed tests that failed and passed in the trials of a burn-in, on the same code and in the same order, the first 50. Tests that were flaky on the base branch within 30 days before are left out.',
    ),
  /** Only legs that both sides ran are compared. */
  legs: z.object({
    compared: z.array(z.string()),
    onlyBase: z.array(z.string()),
    onlyHead: z.array(z.string()),
    /** Set if each side ran exactly one leg and the two differ: these two were compared. */
    paired: z.object({ base: z.string(), head: z.string() }).nullable(),
  }),
  regressions: z.array(Regression),
  improvements: z.array(Change),
  stillFailing: z.array(Regression),
  newlyFlaky: z.array(Change),
  newTests: z.array(NewTest),
  removed: z.array(Change),
  stoppedRunning: z.array(Stopped),
  slower: z.array(PerformanceChange),
  faster: z.array(PerformanceChange),
  slowerFiles: z
    .array(SlowerFile)
    .describe(
      'Files whose tests took longer in total, at most 10 per leg. This finds many short tests that became slower.',
    ),
  /** Failed tests of legs and parts that the base did not run; without a base, all failed tests. */
  failuresNotCompared: z.array(NotCompared),
  renameCandidates: z
    .array(RenameCandidate)
    .describe(
      'Removed and new tests that may be the same test under two names. Confirm them with POST /api/renames.',
    ),
  renamed: z
    .array(z.object({ from: TestRef.describe('Its name in the base.'), to: TestRef }))
    .describe('Tests that were compared under two names because of a confirmed rename.'),
  /** Failures outside any test, such as a file that does not load. */
  errors: z.object({
    introduced: z.array(OutsideError),
    persisting: z.array(OutsideError),
    fixed: z.array(OutsideError),
  }),
})

const Topic = z
  .enum([...VERDICT_KINDS, 'no-base', 'differently', 'flaky'])
  .describe(
    'A verdict; `no-base`: nothing to compare with; `differently`: fails on the base with another error; `flaky`: passed on a retry.',
  )

const LegTotals = z
  .object({ compared: z.number(), onlyBase: z.number(), onlyHead: z.number() })
  .describe(
    `The number of legs in each list, which contains the first ${COMPARISON_PAGE.legs} of them. \`GET /api/executions/:id\` lists all parts of a side with their legs.`,
  )

/** Every list of a comparison, including those of `errors`. */
const Group = z.enum(RANKED_GROUPS)

const Owned = {
  owners: Owners.describe(
    "Owners of the test's file, from CODEOWNERS of the head; empty if it has no owner.",
  ),
}

const PageRegression = Regression.extend({ ...Owned, verdict: PageVerdict }).meta({ id: 'Regression' })

const ComparisonPage = Comparison.extend({
  organization: z
    .string()
    .describe('Slug of the organization of both executions, which were found by their ids alone.'),
  conclusion: z
    .enum(CONCLUSION_KINDS)
    .describe(
      `The conclusion that \`headline\` states. ${CONCLUSIONS.map(({ kind, sentence }) => `\`${kind}\`: ${sentence}.`).join(' ')}`,
    ),
  headline: z
    .string()
    .describe("The first line of the execution's section of the pull request's comment, as plain text."),
  legs: Comparison.shape.legs.extend({ totals: LegTotals }),
  regressions: z.array(PageRegression),
  stillFailing: z.array(PageRegression),
  newTests: z.array(NewTest.extend({ ...Owned, verdict: PageVerdict.nullable() })),
  historyRuns: z
    .array(RecentRun.omit({ status: true }))
    .describe('The runs of all `history` of this page, newest first.'),
  failuresNotCompared: z
    .array(NotCompared.extend(Owned))
    .describe('Failed tests of legs and parts that the base did not run; without a base, all failed tests.'),
  totals: z
    .record(Group, z.number())
    .describe('Total number of entries per group, including entries on other pages.'),
  sections: z
    .array(z.object({ topic: Topic, total: z.number() }))
    .describe(
      'Failures of the head by reason, in the order of the comment, including entries on other pages. `GET /api/executions/:id/failures` lists them.',
    ),
  verdicts: z
    .record(Verdict.shape.kind, z.number())
    .describe(
      'Number of tests per verdict: all `regressions` and all failing `newTests`, including entries on other pages. Equals `totals.mine` and `totals.unknown` of the report. Excludes `stillFailing`, whose tests also failed on the base.',
    ),
  nextCursors: z
    .record(Group, z.string().nullable())
    .describe('`cursor` of the next page of each group; null if this page completes the group.'),
  nextCursor: z
    .string()
    .nullable()
    .describe(
      '`cursor` of the next page of the group `ranked`; null on its last page, and for other groups.',
    ),
})

export const comparisonOperations = operations({
  compareExecutions: {
    summary:
      'Compares two executions and judges whether the change caused each failure. Each group has its total and its first entries, most urgent first. `group` with its cursor from `nextCursors` returns more entries.',
    method: 'GET',
    path: '/api/compare',
    ...readsResults,
    object: { kind: 'execution', parameter: 'head' },
    revalidates: true,
    input: z.strictObject({
      /** The execution to compare with; `auto` selects the best one. */
      base: z
        .string()
        .refine(
          (base) => base === 'auto' || z.uuid().safeParse(base).success,
          'must be one execution id, or auto',
        )
        .default('auto'),
      head: z.uuid('must be the id of an execution'),
      group: z
        .enum([...Group.options, 'ranked'])
        .optional()
        .describe(
          `Returns only the entries of this group. \`ranked\`: one list of all changes of tests, without new tests that pass, in the order ${RANKED_GROUPS.join(', ')}.`,
        ),
      limit: wholeNumber(1, 200)
        .optional()
        .describe(
          `Entries of each group, or of the list \`ranked\`. Without it, ${COMPARISON_PAGE.entries}, or as many fewer as keep the answer below ${COMPARISON_PAGE.bytes / 1_000} kB.`,
        ),
      cursor: pageParameters.cursor.describe(
        "The group's cursor from `nextCursors`, or `nextCursor` for `ranked`; requires `group`.",
      ),
    }),
    output: ComparisonPage,
  },
  listExecutionFailures: {
    summary:
      'Lists the failures of an execution by reason, in the order of the pull request’s comment: those of one cause together, then flaky tests. Filtered and counted by the server.',
    method: 'GET',
    path: '/api/executions/:id/failures',
    ...readsResults,
    object: { kind: 'execution', parameter: 'id' },
    revalidates: true,
    input: z.strictObject({
      id: z.uuid(),
      base: z
        .string()
        .refine(
          (base) => base === 'auto' || z.uuid().safeParse(base).success,
          'must be one execution id, or auto',
        )
        .default('auto'),
      topic: Topic.optional(),
      q: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Words that must all be in the title, the file, the variant, an owner or the error.'),
      owner: z.string().min(1).max(1_000).optional().describe('As CODEOWNERS writes it.'),
      leg: z.string().min(1).max(1_000).optional(),
      limit: wholeNumber(1, 200).default(50),
      cursor: pageParameters.cursor,
    }),
    output: z.object({
      sections: z
        .array(
          z.object({
            topic: Topic,
            title: z.string(),
            total: z.number(),
            matching: z.number().describe('Failures that `q`, `owner` and `leg` accept.'),
          }),
        )
        .describe('All sections that have failures.'),
      failures: z.array(
        z.object({
          topic: Topic,
          kind: z
            .enum(['broke', 'new', 'woken', 'not-compared', 'still-failing', 'error', 'flaky'])
            .describe(
              '`broke`: passed on the base. `new`: a new test. `woken`: skipped on the base. `not-compared`: the base did not run it. `error`: outside any test.',
            ),
          file: z.string().nullable(),
          test: TestRef.nullable().describe('Null for a failure outside any test.'),
          message: z.string(),
          fingerprint: z.string(),
          verdict: Verdict.nullable(),
          owners: Owners,
        }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
})
