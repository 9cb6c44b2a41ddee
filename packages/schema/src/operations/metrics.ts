import { z } from 'zod'
import { operations, readsResults } from '../operation.ts'
import { pageOf, pageParameters, wholeNumber } from '../page.ts'
import { Name, windowParameters } from '../parameters.ts'
import { ProjectSlug } from '../shapes.ts'

const Time = z.iso.datetime()

const filters = {
  project: ProjectSlug.optional().describe(
    'Slug of a project; absent: all projects that the credential can access.',
  ),
  branch: Name.optional(),
  suite: Name.optional(),
}

export const share = (what: string) =>
  z
    .object({
      value: z.number().nullable().describe('Numerator ÷ denominator, 0 to 1; null if the denominator is 0.'),
      numerator: z.number(),
      denominator: z.number(),
    })
    .describe(what)

export const ExecutionCounts = z
  .object({
    total: z.number(),
    passed: z.number(),
    failed: z.number(),
    cancelled: z.number(),
    incomplete: z.number(),
    running: z.number().describe('Not settled yet; excluded from rates, durations and test counts.'),
  })
  .meta({
    id: 'ExecutionCounts',
    description: 'Number of executions by status; matches GET /api/executions with the same filters.',
  })

const TestCounts = z
  .object({
    total: z.number(),
    passed: z.number(),
    failed: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  })
  .describe('Results of the settled executions by status: the sum of their `counts`.')

const Figures = z
  .object({
    from: Time,
    to: Time,
    executions: ExecutionCounts,
    tests: TestCounts,
    errors: z.number().describe('Failures outside any test in those executions.'),
    executionPassRate: share(
      'Passed ÷ (passed + failed) executions. Excludes cancelled and incomplete executions.',
    ),
    testPassRate: share('(Passed + flaky) ÷ (passed + failed + flaky) results. Excludes skipped results.'),
    executionDurationMs: z
      .object({
        average: z.number().nullable().describe('Sum ÷ count; null if the count is 0.'),
        p50: z.number().nullable().describe('Median (nearest rank).'),
        p95: z.number().nullable().describe('95th percentile (nearest rank).'),
        sum: z.number(),
        count: z.number().describe('Settled executions.'),
      })
      .describe(
        'Duration of settled executions in milliseconds, from the start of the first part to the end of the last part.',
      ),
    testDurationMs: z
      .object({
        average: z.number().nullable().describe('Sum ÷ count; null if the count is 0.'),
        sum: z.number().describe('Total duration of the deciding attempts of all results.'),
        count: z.number().describe('Results that ran: passed, failed and flaky.'),
      })
      .describe(
        'Duration of a test in milliseconds: the attempt that decided the result. Earlier retries are excluded; executionDurationMs includes them.',
      ),
  })
  .meta({ id: 'Metrics' })

const Change = z.number().nullable()

const Granularity = z.enum(['hourly', 'daily', 'weekly', 'monthly'])

export const metricsOperations = operations({
  getMetrics: {
    summary:
      'Returns pass rates, failure counts and durations of a window and of the previous window of the same length. Every total matches GET /api/executions with the same filters.',
    method: 'GET',
    path: '/api/metrics',
    ...readsResults,
    input: z.strictObject({ ...filters, ...windowParameters }),
    output: z.object({
      current: Figures,
      before: Figures.describe('The window of the same length that ends when `current` begins.'),
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
        .describe('Current minus before, in the unit of the figure; null if either is null.'),
    }),
  },
  listSuites: {
    summary:
      'Lists the suites of a window, those with the most failed executions first, then those with the most failed results. The sums of all suites equal the metrics of the window.',
    method: 'GET',
    path: '/api/suites',
    ...readsResults,
    input: z.strictObject({ ...filters, ...windowParameters, ...pageParameters }),
    output: pageOf(
      z.object({
        project: z.string(),
        suite: z.string(),
        executions: ExecutionCounts,
        tests: TestCounts,
        executionPassRate: share('Passed ÷ (passed + failed) executions.'),
      }),
    ),
  },
  getTrends: {
    summary:
      'Returns executions and results over time, in UTC hours, days, ISO weeks (from Monday) or months. Empty buckets contain zeros. The sum of the buckets equals the metrics of the window. With `limit`, a page has the newest buckets, and `nextCursor` continues with older ones of the same window.',
    method: 'GET',
    path: '/api/trends',
    ...readsResults,
    input: z.strictObject({
      ...filters,
      ...windowParameters,
      granularity: Granularity.default('daily').describe(
        'A window has at most 400 days, an hourly window at most 31.',
      ),
      limit: wholeNumber(1, 1_000).optional().describe('Buckets of a page. Default: all.'),
      cursor: pageParameters.cursor.describe('`nextCursor` of the previous page.'),
    }),
    output: z.object({
      from: Time.describe('Start of the window, also on later pages.'),
      to: Time.describe('End of the window, also on later pages; exclusive.'),
      granularity: Granularity,
      points: z
        .array(
          z.object({
            bucket: z.string().describe('2026-03-02T09, 2026-03-02, 2026-W10 or 2026-03.'),
            from: Time.describe('Start of the bucket, or of the window if that is later.'),
            to: Time.describe('End of the bucket, or of the window if that is earlier; exclusive.'),
            executions: ExecutionCounts,
            tests: TestCounts,
            averageDurationMs: z
              .number()
              .nullable()
              .describe('Average of its settled executions; null if it has none.'),
            p50DurationMs: z.number().nullable().describe('Their median (nearest rank).'),
            p95DurationMs: z.number().nullable().describe('Their 95th percentile (nearest rank).'),
          }),
        )
        .describe('The buckets of the page, oldest first.'),
      nextCursor: z.string().nullable(),
    }),
  },
})
