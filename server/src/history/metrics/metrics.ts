import type { metricsOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { DAY_MS, iso } from '../../ground/kernel/time.ts'
import { listOf } from '../../ground/store/portable.ts'
import { visibleProjects } from '../../people/projects/visible-projects.ts'
import { countsOf, percentile, ratio, readSums, sortedDurations } from '../history/execution-sums.ts'
import { type Window, windowOf } from '../history/window.ts'
import { bucketsOf, startOf } from './buckets.ts'

export const getMetrics: Handlers<typeof metricsOperations>['getMetrics'] = async ({ ctx, input }) => {
  const { store, clock } = ctx
  const window = windowOf(input, clock())
  const before = { from: window.from - (window.to - window.from), to: window.from }
  const projects = await visibleProjects(ctx, input.project)
  const { branch, suite } = input
  const both = {
    projectIds: projects.map((project) => project.id),
    branch,
    suite,
    from: before.from,
    to: window.to,
  }
  // Both windows are one range of an index.
  const sums = await readSums(store, both, isCurrent(window), listOf(store.dialect, elapsedOrNone))
  const figures = (isNow: number, of: Window) => {
    const own = sums.filter((row) => row.bucket === isNow)
    return figuresOf(of, countsOf(own), sortedDurations(own))
  }
  const [current, earlier] = [figures(1, window), figures(0, before)]
  return { current, before: earlier, change: changeOf(current, earlier) }
}

const isCurrent = ({ from }: Window) =>
  sql<number>`case when started_at >= ${sql.lit(from)} then 1 else 0 end`

/** A settled execution has an end. */
const elapsedOrNone = sql<number>`coalesce(elapsed_ms, 0)`

function figuresOf({ from, to }: Window, counts: ReturnType<typeof countsOf>, durations: Float64Array) {
  const { executions, tests, errors, elapsedMs, settled, testMs } = counts
  const share = (numerator: number, denominator: number) => ({
    value: ratio(numerator, denominator),
    numerator,
    denominator,
  })
  const ran = tests.passed + tests.failed + tests.flaky
  return {
    from: iso(from),
    to: iso(to),
    executions,
    tests,
    errors,
    executionPassRate: share(executions.passed, executions.passed + executions.failed),
    testPassRate: share(tests.passed + tests.flaky, ran),
    executionDurationMs: {
      average: ratio(elapsedMs, settled),
      p50: percentile(durations, 50),
      p95: percentile(durations, 95),
      sum: elapsedMs,
      count: settled,
    },
    testDurationMs: { average: ratio(testMs, ran), sum: testMs, count: ran },
  }
}

type Figures = ReturnType<typeof figuresOf>

function changeOf(now: Figures, before: Figures) {
  const of = (figure: (figures: Figures) => number | null) => {
    const [a, b] = [figure(now), figure(before)]
    return a === null || b === null ? null : a - b
  }
  return {
    executions: of((figures) => figures.executions.total),
    failedExecutions: of((figures) => figures.executions.failed),
    failedTests: of((figures) => figures.tests.failed),
    executionPassRate: of((figures) => figures.executionPassRate.value),
    testPassRate: of((figures) => figures.testPassRate.value),
    executionDurationAverageMs: of((figures) => figures.executionDurationMs.average),
    executionDurationP50Ms: of((figures) => figures.executionDurationMs.p50),
    executionDurationP95Ms: of((figures) => figures.executionDurationMs.p95),
    testDurationAverageMs: of((figures) => figures.testDurationMs.average),
  }
}

const HOUR_MS = 3_600_000
const MOST_HOURLY = { days: 31, what: 'An hourly window' }

export const getTrends: Handlers<typeof metricsOperations>['getTrends'] = async ({ ctx, input }) => {
  const { granularity, branch, suite, limit, cursor } = input
  // A window that ends now moves: the pages after the first keep its own.
  const [from, to, end] = cursor
    ? ctx.cursors.decode(cursor, ['number', 'number', 'number'])
    : asPlace(windowOf(input, ctx.clock(), granularity === 'hourly' ? MOST_HOURLY : undefined))
  const left = bucketsOf({ from, to: end }, granularity)
  const buckets = limit === undefined ? left : left.slice(-limit)
  const start = Math.max(from, buckets[0]?.from ?? from)
  const projects = await visibleProjects(ctx, input.project)
  // Weeks and months are summed from days, because the databases share no function for them.
  const unit = granularity === 'hourly' ? HOUR_MS : DAY_MS
  const sums = await readSums(
    ctx.store,
    { from: start, to: end, projectIds: projects.map((project) => project.id), branch, suite },
    sql<number>`started_at / ${sql.lit(unit)}`,
    listOf(ctx.store.dialect, sql<number>`coalesce(elapsed_ms, 0)`),
  )
  const byBucket = Map.groupBy(sums, (row) => startOf(row.bucket * unit, granularity))
  return {
    from: iso(from),
    to: iso(to),
    granularity,
    points: buckets.map((bucket) => {
      const own = byBucket.get(bucket.from) ?? []
      const { executions, tests, elapsedMs, settled } = countsOf(own)
      const durations = sortedDurations(own)
      return {
        bucket: bucket.name,
        from: iso(Math.max(bucket.from, from)),
        to: iso(Math.min(bucket.to, to)),
        executions,
        tests,
        averageDurationMs: ratio(elapsedMs, settled),
        p50DurationMs: percentile(durations, 50),
        p95DurationMs: percentile(durations, 95),
      }
    }),
    nextCursor: buckets.length < left.length ? ctx.cursors.encode([from, to, start]) : null,
  }
}

/** The window, and the end of its part that no page has shown. */
const asPlace = ({ from, to }: Window): [number, number, number] => [from, to, to]
