import { z } from 'zod'
import { operations } from '../operation.ts'
import { ProjectSlug } from '../shapes.ts'
import { Name, windowParameters } from '../window.ts'

const Time = z.iso.datetime()

const filters = {
  project: ProjectSlug.optional().describe('Slug of a project; without it all that the credential may see.'),
  branch: Name.optional(),
  suite: Name.optional(),
}

const share = (what: string) =>
  z
    .object({
      value: z
        .number()
        .nullable()
        .describe('Numerator ÷ denominator, 0 to 1; null where there is nothing to divide by.'),
      numerator: z.number(),
      denominator: z.number(),
    })
    .describe(what)

const ExecutionCounts = z
  .object({
    total: z.number(),
    passed: z.number(),
    failed: z.number(),
    cancelled: z.number(),
    incomplete: z.number(),
    running: z.number().describe('Not settled yet: in no rate, no duration and no count of tests.'),
  })
  .describe('How many executions GET /api/executions lists with the same filters, by status.')

const TestCounts = z
  .object({
    total: z.number(),
    passed: z.number(),
    failed: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  })
  .describe('Results of the settled executions among them, by status: the sum of their `counts`.')

const Figures = z.object({
  from: Time,
  to: Time,
  executions: ExecutionCounts,
  tests: TestCounts,
  errors: z.number().describe('Failures outside any test in those executions.'),
  executionPassRate: share(
    'Passed ÷ (passed + failed) executions. Cancelled and incomplete ones are in neither.',
  ),
  testPassRate: share('(Passed + flaky) ÷ (passed + failed + flaky) results. Skipped ones are in neither.'),
  executionDurationMs: z
    .object({
      average: z.number().nullable().describe('Sum ÷ count; null where the count is 0.'),
      p50: z.number().nullable().describe('Half of the executions took no longer (nearest rank).'),
      p95: z.number().nullable().describe('95 % of the executions took no longer (nearest rank).'),
      sum: z.number(),
      count: z.number().describe('Settled executions.'),
    })
    .describe(
      'From the start of the first part to the end of the last one, of settled executions, milliseconds.',
    ),
  testDurationMs: z
    .object({
      average: z.number().nullable().describe('Sum ÷ count; null where the count is 0.'),
      sum: z.number().describe('Durations of all results: of each, its deciding attempt alone.'),
      count: z.number().describe('Results that ran: passed, failed and flaky.'),
    })
    .describe(
      'How long a test takes, milliseconds: the attempt that decided the result. Retries before it are not in it; executionDurationMs has them.',
    ),
})

const Change = z.number().nullable()

const Granularity = z.enum(['hourly', 'daily', 'weekly', 'monthly'])

export const metricsOperations = operations({
  getMetrics: {
    summary:
      'Pass rates, failure counts and durations of a window beside those of the window of the same length before it. Every total equals what GET /api/executions lists with the same filters.',
    method: 'GET',
    path: '/api/metrics',
    role: 'viewer',
    scope: 'read',
    input: z.strictObject({ ...filters, ...windowParameters }),
    output: z.object({
      current: Figures,
      before: Figures.describe('The window of the same length that ends where `current` begins.'),
      change: z
        .object({
          executions: Change,
          failedExecutions: Change,
          failedTests: Change,
          executionPassRate: Change,
          testPassRate: Change,
          executionDurationAverageMs: Change,
          executionDurationP50Ms: Change,
          executionDurationP95Ms: Change,
          testDurationAverageMs: Change,
        })
        .describe('Current minus before, in the unit of the figure; null where either is null.'),
    }),
  },
  getTrends: {
    summary:
      'Executions and results over time, in UTC hours, days, ISO weeks (from Monday) or months. Empty buckets are there with zeros. Together the buckets are the metrics of the window.',
    method: 'GET',
    path: '/api/trends',
    role: 'viewer',
    scope: 'read',
    input: z.strictObject({
      ...filters,
      ...windowParameters,
      granularity: Granularity.default('daily').describe('Windows of at most 400 days, hourly at most 31.'),
    }),
    output: z.object({
      from: Time,
      to: Time,
      granularity: Granularity,
      points: z.array(
        z.object({
          bucket: z.string().describe('2026-03-02T09, 2026-03-02, 2026-W10 or 2026-03.'),
          from: Time.describe('Where the bucket begins, or the window where that is later.'),
          to: Time.describe('Where the bucket ends, or the window where that is earlier; not included.'),
          executions: ExecutionCounts,
          tests: TestCounts,
          averageDurationMs: z
            .number()
            .nullable()
            .describe('Of its settled executions; null where there are none.'),
        }),
      ),
    }),
  },
})
