import { CONCLUSION_KINDS, CONCLUSIONS } from '@svc/protocol'
import { z } from 'zod'
import { RANKED_GROUPS } from '../constants.ts'
import { operations, readsResults } from '../operation.ts'
import { pageParameters, wholeNumber } from '../page.ts'
import { ExecutionSummary, Owners, ResultStatus, TestRef } from '../shapes.ts'
import { Verdict } from '../verdict.ts'

const Side = z.object({ status: ResultStatus, durationMs: z.number() })
const Failing = z.object({ message: z.string(), fingerprint: z.string() })

const Change = TestRef.extend({
  base: Side.nullable(),
  head: Side.nullable(),
  error: Failing.nullable(),
})
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
      'not-selected',
      'skipped',
    ])
    .describe(
      '`file-not-loaded`: its file failed to load. `hook-failed`: a hook or a fixture before it failed. `run-cancelled`: the run was cancelled. `part-lost`: a part of the run was interrupted. `not-reported`: the job or shard that runs it did not report. ' +
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
})
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
const OutsideError = z.object({ file: z.string().nullable(), message: z.string(), fingerprint: z.string() })

export const WaitingFor = z
  .array(z.string())
  .describe('Results that a running execution still waits for, in words. Empty once it has settled.')

export const MissingWords = z
  .array(z.string())
  .describe(
    'Missing results of a settled execution, in words: parts that the base has, declared shards, and interrupted parts.',
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

/** Every list of a comparison, including those of `errors`. */
const Group = z.enum(RANKED_GROUPS)

const Owned = {
  owners: Owners.describe(
    "Owners of the test's file, from CODEOWNERS of the head; empty if it has no owner.",
  ),
}

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
  regressions: z.array(Regression.extend(Owned)),
  stillFailing: z.array(Regression.extend(Owned)),
  newTests: z.array(NewTest.extend(Owned)),
  failuresNotCompared: z
    .array(NotCompared.extend(Owned))
    .describe('Failed tests of legs and parts that the base did not run; without a base, all failed tests.'),
  totals: z
    .record(Group, z.number())
    .describe('Total number of entries per group, including entries on other pages.'),
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
      'Compares two executions and judges whether the change caused each failure. Each group has its total and its first `limit` entries, most urgent first. `group` with its cursor from `nextCursors` returns more entries.',
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
      limit: wholeNumber(1, 200).default(50),
      cursor: pageParameters.cursor.describe(
        "The group's cursor from `nextCursors`, or `nextCursor` for `ranked`; requires `group`.",
      ),
    }),
    output: ComparisonPage,
  },
})
