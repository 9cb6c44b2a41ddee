import { VERDICT_KINDS, VERDICTS } from '@svc/protocol'
import { z } from 'zod'
import { RecentRun, ResultStatus } from './shapes.ts'

/** Results of a test in the recent runs of the base branch on the same leg. */
const History = z.object({
  runs: z
    .number()
    .describe(
      'How many of the newest 20 runs up to the base ran the test: runs of its branch, and of the same commits or files on other branches.',
    ),
  passed: z
    .number()
    .describe('Runs that passed without a failed attempt; with a failed attempt they count as `flaky`.'),
  failed: z.number(),
  flaky: z.number(),
  recent: z.array(RecentRun).describe('Those runs with their results, newest first.'),
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
    'passed-alone',
    'failed-elsewhere',
    'passed-elsewhere',
  ]),
  execution: z.uuid(),
  url: z.string(),
  branch: z.string().nullable(),
  startedAt: z.iso.datetime(),
})

/** The data behind `because`. */
const Basis = z.object({
  rule: z
    .enum([
      'proved',
      'new-flake',
      'flakes-on-base-now',
      'fails-on-base-now',
      'environment',
      'only-in-whole-run',
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
      'passed-alone',
      'came-and-went',
      'flaked-once',
      'too-often-for-a-flake',
      'others-flake-so',
      'failed-on-other-branches',
      'witnessed-elsewhere',
      'machine-exhausted',
      'one-machine',
      'failed-otherwise-before',
      'no-witness',
      'most-failed',
      'slow-machine',
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
    .describe(
      'The rule that determined the verdict; `docs/explanation/verdicts.md` explains each rule. New rules may be added.',
    ),
  attempts: z.number().describe('Failed attempts in this run.'),
  branchRuns: z
    .number()
    .describe(
      'Consecutive runs of this branch with this failure, including this run and its earlier attempts.',
    ),
  cleanBaseRuns: z
    .number()
    .describe('Base runs in which it passed without a retry, since it last failed there with this error.'),
  chanceFailures: z
    .number()
    .describe(
      'Chance failures of the suite per run: tests that failed in one alone of the base runs of the last 30 days, at most 100, with an error that no other run of any branch had in that time.',
    ),
  alike: z
    .object({ tests: z.number(), files: z.number() })
    .describe('Tests that failed in this run with the same error, including this test, and their files.'),
  elsewhere: z
    .object({ failed: z.number(), passed: z.number() })
    .describe(
      'Runs of other branches within the hour: `failed` counts runs in which it failed with this error, `passed` runs in which the tests with this error passed. ' +
        '`passed` is counted only for errors of the machine, network or services, and for errors that other branches had.',
    ),
})

const TrialCounts = {
  failed: z.number(),
  passed: z.number(),
  void: z.number().describe('Trials that say nothing about the test.'),
  commit: z.string(),
  command: z.string().describe('Repeats a trial by hand, in a checkout of the commit.'),
}

/** Trials of the test's file, alone or after others. */
const Trials = z.object({
  finding: z
    .enum([
      'proved',
      'new-flake',
      'flake',
      'fails-on-base-now',
      'flaky-here',
      'passes-alone',
      'undecided',
      'void',
    ])
    .describe('What they show, before other evidence is considered.'),
  head: z.object(TrialCounts),
  base: z
    .object({
      ...TrialCounts,
      branch: z.string().nullable(),
      isCompared: z
        .boolean()
        .describe('False if the comparison has another base, for example because it moved on.'),
    })
    .nullable(),
  after: z
    .array(z.string())
    .describe(
      'The files that ran in each of these trials before its own, in this order; empty if its file ran alone. They follow trials in which it passed alone.',
    ),
  machine: z.string(),
  startedAt: z.iso.datetime(),
})

/** Whether the change can reach the test by imports. */
export const Reach = z.object({
  kind: z
    .enum(['reaches', 'cannot-reach', 'unknown'])
    .describe(
      '`reaches`: its file is a changed file, or imports one, directly or through others. `cannot-reach`: it imports none, and all changed files are modules that tests of the run import. `unknown`: `why` says what the imports do not show.',
    ),
  imports: z.number().describe('Files of the repository that its file imports, directly or through others.'),
  changed: z.number().describe('Changed files, as CI or the reporter listed them.'),
  chain: z
    .array(z.string())
    .describe(
      'The shortest chain of imports from its file to a changed file, both included; of a longer chain, the first 5 files and the last 5. Empty unless `reaches`.',
    ),
  why: z.string().nullable().describe('Why it is `unknown`. Null otherwise.'),
})

/** The data behind `missing`. */
export const Needs = z.object({
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
      '`clean-base-runs`: base runs in which it passes. `another-run`: another run of this branch. `same-code-run`: another run of exactly this code. ' +
        '`base-run`: another run of the base; `base-run-on-leg`: on this leg. `newer-base`: an update of this branch from its base. ' +
        '`passing-base`: a base on which it passes. `error`: the error of a failure. `distinct-names`: a distinct name for each row. ' +
        '`most-passing`: a run in which most other tests pass. `other-branches`: a check of the branches with the same failure.',
    ),
  have: z.number().nullable().describe('How many exist; null if a number does not apply.'),
  need: z.number().nullable(),
})

export const Verdict = z.object({
  kind: z
    .enum(VERDICT_KINDS)
    .describe(VERDICTS.map(({ kind, sentence }) => `\`${kind}\`: ${sentence}`).join(' ')),
  because: z.string().describe('The evidence in one sentence, with its numbers.'),
  basis: Basis.meta({ id: 'VerdictBasis' }).describe('The data behind `because`.'),
  missing: z
    .string()
    .nullable()
    .describe('If the verdict is `unknown`: what would decide it. Null otherwise.'),
  needs: Needs.meta({ id: 'VerdictNeeds' }).nullable().describe('The data behind `missing`.'),
  history: History.meta({ id: 'TestHistory' }),
  flakiness: z
    .object({
      rate: z.number().describe('`runs` ÷ `of`.'),
      runs: z
        .number()
        .describe(
          'Runs in which it failed with this error and passed on the same code, in a retry or in another run.',
        ),
      of: z.number().describe('Runs of other branches on this leg that ran it.'),
      low: z.number().describe('Lower end of the 95 % Wilson interval of the rate.'),
      high: z.number(),
      days: z.number().describe('Days before the end of the head that were considered.'),
    })
    .nullable()
    .describe('Null without evidence that it is flaky with this error.'),
  trials: Trials.meta({ id: 'VerdictTrials' })
    .nullable()
    .describe('Its experiments on this code, if any: `GET /api/executions/:id/experiments` has each trial.'),
  reach: Reach.meta({ id: 'VerdictReach' })
    .nullable()
    .describe(
      'Whether the change can reach it by imports. No verdict depends on it. Null if the reporter lists no imports, as that of Playwright, or if the changed files are not known.',
    ),
  evidence: z
    .array(Evidence.meta({ id: 'VerdictEvidence' }))
    .describe('The runs that support the verdict: the newest of each kind, at most 5.'),
  evidenceTotals: z
    .partialRecord(Evidence.shape.what, z.number())
    .describe('Total number of such runs by kind, including runs that `evidence` omits.'),
  historyUrl: z
    .string()
    .describe('Page of the test with all its runs. `GET /api/tests/:id` returns the same as data.'),
})

/** A verdict of a page, whose `historyRuns` name the runs of all histories once. */
export const PageVerdict = Verdict.extend({
  history: History.omit({ recent: true }).extend({
    recent: z
      .array(ResultStatus.nullable())
      .describe('Its result in each run of `historyRuns`, in their order; null if the run is none of those.'),
  }),
}).meta({ id: 'Verdict' })
