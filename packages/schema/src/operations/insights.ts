import { z } from 'zod'
import { operations } from '../operation.ts'
import { ExecutionSummary, ResultStatus, TestRef } from '../shapes.ts'

const Side = z.object({ status: ResultStatus, durationMs: z.number() })
const Failing = z.object({ message: z.string(), fingerprint: z.string() })

/** What the base branch's recent runs, in the same leg, say of a test. */
const History = z.object({
  runs: z.number(),
  passed: z.number(),
  failed: z.number(),
  flaky: z.number(),
  /** Ids of the executions looked at, newest first. */
  executions: z.array(z.uuid()),
})

const Verdict = z.object({
  kind: z.enum(['mine', 'base-is-broken', 'known-flake', 'infrastructure', 'unknown']),
  /** One sentence with the numbers it rests on; for `unknown`, what is missing to know. */
  because: z.string(),
  history: History,
})

const Change = TestRef.extend({
  base: Side.nullable(),
  head: Side.nullable(),
  error: Failing.nullable(),
})
const Regression = Change.extend({ verdict: Verdict })
const Stopped = Change.extend({ reason: z.string() })
const PerformanceChange = Change.extend({
  /** Median of its recent passing runs in the same leg, milliseconds. */
  usualMs: z.number(),
  headMs: z.number(),
  /** How many robust standard deviations the head is away from the median. */
  deviations: z.number(),
  runs: z.number(),
})
const OutsideError = z.object({ file: z.string().nullable(), message: z.string(), fingerprint: z.string() })

export const Comparison = z.object({
  base: ExecutionSummary.nullable(),
  head: ExecutionSummary,
  /** True while either side is running: then nothing is called removed or stopped. */
  provisional: z.boolean(),
  baseChoice: z.object({
    rule: z.enum(['given', 'merge-parent', 'merge-base', 'equal-tree', 'ancestor', 'newest', 'none']),
    /** Commits between the base and the commit that was asked for; null where that is not known. */
    commitsAway: z.number().nullable(),
    because: z.string(),
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
  newTests: z.array(Change),
  removed: z.array(Change),
  stoppedRunning: z.array(Stopped),
  slower: z.array(PerformanceChange),
  faster: z.array(PerformanceChange),
  /** Failed tests of legs that the base did not run; without a base, of all legs. */
  failuresNotCompared: z.array(Change),
  renameCandidates: z.array(z.object({ from: TestRef, to: TestRef, similarity: z.number() })),
  /** Failures outside any test, such as a file that does not load. */
  errors: z.object({
    introduced: z.array(OutsideError),
    persisting: z.array(OutsideError),
    fixed: z.array(OutsideError),
  }),
})

export const insightOperations = operations({
  compareExecutions: {
    summary: 'What changed from one execution to another, and whether the change is to blame.',
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
          'takes an execution id or auto',
        )
        .default('auto'),
      head: z.uuid('takes the id of an execution'),
    }),
    output: Comparison,
  },
})
