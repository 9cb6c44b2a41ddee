import { VERDICT_KINDS, VERDICTS } from '@svc/protocol'
import { z } from 'zod'
import { operations } from '../operation.ts'
import { pageParameters, wholeNumber } from '../page.ts'
import { ExecutionSummary, Owners, ResultStatus, TestRef } from '../shapes.ts'

const Side = z.object({ status: ResultStatus, durationMs: z.number() })
const Failing = z.object({ message: z.string(), fingerprint: z.string() })

/** What the base branch's recent runs, in the same leg, say of a test. */
const History = z.object({
  runs: z.number().describe('Of the newest 20 up to the base, those in which the test ran.'),
  passed: z.number().describe('Without a failed attempt; with one it is `flaky`.'),
  failed: z.number(),
  flaky: z.number(),
  executions: z.array(z.uuid()).describe('Ids of those runs, newest first.'),
})

/** A run that supports a verdict. */
const Evidence = z.object({
  what: z.enum([
    'failed-here',
    'failed-before',
    'passed-on-base',
    'failed-on-base',
    'passed-on-base-since',
    'failed-on-base-since',
    'without-it-on-base',
    'other-leg',
    'flaked',
    'passed-on-same-code',
    'failed-elsewhere',
    'passed-elsewhere',
  ]),
  execution: z.uuid(),
  url: z.string(),
  branch: z.string().nullable(),
  startedAt: z.iso.datetime(),
})

/** What `because` says in words. */
const Basis = z.object({
  rule: z
    .enum([
      'regression',
      'many-broke-alike',
      'new-here',
      'fails-on-base',
      'fails-on-base-since',
      'always-failed-on-base',
      'moved-from-broken-base',
      'fails-differently-on-base',
      'error-not-known',
      'known-flake',
      'passed-on-same-code',
      'came-and-went',
      'too-often-for-a-flake',
      'others-flake-so',
      'failed-on-other-branches',
      'witnessed-elsewhere',
      'machine-exhausted',
      'failed-otherwise-before',
      'no-witness',
      'most-failed-alike',
      'follows-from-most',
      'too-few-clean-runs',
      'single-failure',
      'passed-on-other-leg',
      'fails-with-untested-base',
      'untested-base',
      'other-leg',
      'another-of-its-name',
      'new-on-base-since',
    ])
    .describe('The rule that decided; `docs/concepts.md` explains each. New ones may come.'),
  attempts: z.number().describe('Failed attempts in this run.'),
  branchRuns: z
    .number()
    .describe(
      'Runs of this branch in a row, this one and what it did before it was run again included, in which it failed so.',
    ),
  cleanBaseRuns: z
    .number()
    .describe('Base runs in which it passed at once, since it last failed there with this error.'),
  chanceFailures: z
    .number()
    .describe(
      'Tests of the suite that fail in one of the newest 100 base runs for the first time and pass in the next, per run: by chance.',
    ),
  alike: z
    .object({ tests: z.number(), files: z.number() })
    .describe('Tests that failed in this run with the same error, this one included, and their files.'),
  elsewhere: z
    .object({ failed: z.number(), passed: z.number() })
    .describe(
      'Runs of other branches within the hour in which it failed with this error, and in which the tests of this error passed. ' +
        '`passed` is counted for errors of machine, network or services, and for those that other branches had.',
    ),
})

/** What `missing` says in words. */
const Needs = z.object({
  what: z
    .enum([
      'clean-base-runs',
      'another-run',
      'same-code-run',
      'base-run',
      'base-run-on-leg',
      'newer-base',
      'passing-base',
      'error',
      'distinct-names',
      'most-passing',
      'other-branches',
    ])
    .describe(
      '`clean-base-runs`: base runs that pass it. `another-run`: this branch once more. `same-code-run`: exactly this code once more. ' +
        '`base-run`: the base once more; `base-run-on-leg`: on this leg. `newer-base`: this branch brought up to date. ' +
        '`passing-base`: a base on which it passes. `error`: the error of a failure. `distinct-names`: names that tell rows apart. ' +
        '`most-passing`: a run in which most other tests pass. `other-branches`: a look at the branches that fail alike.',
    ),
  have: z.number().nullable().describe('How many there are; null where it is not a matter of number.'),
  need: z.number().nullable(),
})

const Verdict = z.object({
  kind: z
    .enum(VERDICT_KINDS)
    .describe(VERDICTS.map(({ kind, sentence }) => `\`${kind}\`: ${sentence}`).join(' ')),
  because: z.string().describe('One sentence with the numbers it rests on.'),
  basis: Basis.describe('The same as data.'),
  missing: z
    .string()
    .nullable()
    .describe('If the verdict is `unknown`: what would settle it. Null otherwise.'),
  needs: Needs.nullable().describe('The same as data.'),
  history: History,
  flakiness: z
    .object({
      rate: z.number().describe('runs ÷ of.'),
      runs: z
        .number()
        .describe(
          'Runs in which it failed with this error and passed on the same code: at a retry, or in another run.',
        ),
      of: z.number().describe('Runs of other branches, on this leg, in which it ran.'),
      low: z.number().describe('Lower end of the 95 % Wilson interval of the rate.'),
      high: z.number(),
      days: z.number().describe('Days before the head ended that were looked at.'),
    })
    .nullable()
    .describe('Null where nothing proves it flaky with this error.'),
  evidence: z.array(Evidence).describe('The runs that made the verdict; of each kind the newest, at most 5.'),
  evidenceTotals: z
    .partialRecord(Evidence.shape.what, z.number())
    .describe('How many such runs there are of each kind, however many are in `evidence`.'),
  historyUrl: z
    .string()
    .describe('Where all runs of the test are, page by page: `GET /api/tests/:id` with its project.'),
})

const Change = TestRef.extend({
  base: Side.nullable(),
  head: Side.nullable(),
  error: Failing.nullable(),
})
const Regression = Change.extend({ verdict: Verdict })
/** `verdict` is null where it did not fail. */
const NewTest = Change.extend({ verdict: Verdict.nullable() })
const Stopped = Change.extend({
  cause: z
    .enum(['file-not-loaded', 'run-cancelled', 'part-lost', 'not-reported', 'not-selected', 'skipped'])
    .describe(
      '`file-not-loaded`: its file failed to load. `run-cancelled`: the run was cancelled. `part-lost`: a part of the run was cut off. `not-reported`: the job or shard that runs it did not report. ' +
        '`not-selected`: the run looks like a selection of tests. `skipped`: the test is there, and was skipped.',
    ),
  reason: z.string().describe('The cause in words.'),
})
const PerformanceChange = Change.extend({
  /** Median of its recent passing runs in the same leg, milliseconds. */
  usualMs: z.number(),
  headMs: z.number(),
  /** How many robust standard deviations the head is away from the median. */
  deviations: z.number(),
  runs: z.number(),
})
const SlowerFile = z.object({
  file: z.string(),
  leg: z.string(),
  tests: z.number().describe('Passed on both sides and not in `slower`; these are what was timed.'),
  usualMs: z.number().describe('Median of what they took together in recent base runs, milliseconds.'),
  headMs: z.number(),
  deviations: z.number().describe('Robust standard deviations between the two.'),
  runs: z.number(),
})
const RenameCandidate = z.object({
  from: TestRef.describe('The name that was seen first.'),
  to: TestRef,
  similarity: z.number().describe('0 to 1.'),
  why: z.array(z.string()).describe('What speaks for it, the strongest first.'),
})
const OutsideError = z.object({ file: z.string().nullable(), message: z.string(), fingerprint: z.string() })

export const WaitingFor = z
  .array(z.string())
  .describe('What a running execution still waits for, in words. Empty once it has settled.')

export const MissingWords = z
  .array(z.string())
  .describe(
    'What did not report, in words, once the execution has settled: parts that the base has, declared shards, and parts that were cut off.',
  )

export const SettlesAt = z.iso
  .datetime()
  .nullable()
  .describe('While `provisional`: when the execution settles if nothing more arrives. Null otherwise.')

/** All changes; the API returns a `ComparisonPage` of them. */
export const Comparison = z.object({
  base: ExecutionSummary.nullable(),
  head: ExecutionSummary,
  /** True while either side is running: then nothing is called removed or stopped. */
  provisional: z.boolean(),
  waitingFor: WaitingFor,
  missing: MissingWords,
  settlesAt: SettlesAt,
  baseChoice: z.object({
    rule: z.enum(['given', 'merge-parent', 'merge-base', 'equal-tree', 'ancestor', 'newest', 'none']),
    /** Commits between the base and the commit that was asked for; null where that is not known. */
    commitsAway: z.number().nullable(),
    because: z.string(),
    better: z
      .string()
      .nullable()
      .describe('What would have given a better base, in words; null where this one is as good as any.'),
  }),
  /** Results are compared where both sides ran the leg. */
  legs: z.object({
    compared: z.array(z.string()),
    onlyBase: z.array(z.string()),
    onlyHead: z.array(z.string()),
    /** Where each side ran one leg and not the same one, these two were compared for want of better. */
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
      'Files whose tests took longer together, at most 10 for each leg: many short tests that became slower show only in their sum.',
    ),
  /** Failed tests of legs and missing parts that the base did not run; without a base, all that failed. */
  failuresNotCompared: z.array(Change),
  renameCandidates: z
    .array(RenameCandidate)
    .describe(
      'Vanished and new tests that may be one under two names; POST /api/renames says that they are.',
    ),
  renamed: z
    .array(z.object({ from: TestRef.describe('What the base calls it.'), to: TestRef }))
    .describe('Tests that were compared under two names, as confirmed renames say.'),
  /** Failures outside any test, such as a file that does not load. */
  errors: z.object({
    introduced: z.array(OutsideError),
    persisting: z.array(OutsideError),
    fixed: z.array(OutsideError),
  }),
})

/** Every list of a comparison, those of `errors` as well. */
const Group = z.enum([
  'regressions',
  'improvements',
  'stillFailing',
  'newlyFlaky',
  'newTests',
  'removed',
  'stoppedRunning',
  'slower',
  'faster',
  'failuresNotCompared',
  'renameCandidates',
  'renamed',
  'errorsIntroduced',
  'errorsPersisting',
  'errorsFixed',
])

const Owned = {
  owners: Owners.describe(
    "Who owns the test's file, as CODEOWNERS of the head says; empty where nobody does.",
  ),
}

const ComparisonPage = Comparison.extend({
  regressions: z.array(Regression.extend(Owned)),
  stillFailing: z.array(Regression.extend(Owned)),
  newTests: z.array(NewTest.extend(Owned)),
  failuresNotCompared: z
    .array(Change.extend(Owned))
    .describe(
      'Failed tests of legs and missing parts that the base did not run; without a base, all that failed.',
    ),
  totals: z.record(Group, z.number()).describe('How many each group has in all, however many are here.'),
  verdicts: z
    .record(Verdict.shape.kind, z.number())
    .describe(
      'How many have each verdict: of all `regressions` and of the failing `newTests`, however many are here; the same count as `totals.mine` and `totals.unknown` of the report. Those of `stillFailing` are not in it: they failed on the base too.',
    ),
  nextCursors: z
    .record(Group, z.string().nullable())
    .describe('Where each group goes on; null where all of it is here.'),
})

export const insightOperations = operations({
  compareExecutions: {
    summary:
      'What changed between two executions, and whether the change caused it. Each group has its first `limit` entries, the most urgent first, and its total. `group` with its cursor of `nextCursors` returns more.',
    method: 'GET',
    path: '/api/compare',
    role: 'viewer',
    scope: 'read',
    input: z.strictObject({
      /** The execution to compare with; `auto` looks for the best one. */
      base: z
        .string()
        .refine(
          (base) => base === 'auto' || z.uuid().safeParse(base).success,
          'takes one execution id, or auto',
        )
        .default('auto'),
      head: z.uuid('takes the id of an execution'),
      group: Group.optional().describe('Only this group is filled.'),
      limit: wholeNumber(1, 200).default(50),
      cursor: pageParameters.cursor.describe("A group's own of `nextCursors`; takes group beside it."),
    }),
    output: ComparisonPage,
  },
})
