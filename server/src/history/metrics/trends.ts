import type { metricsOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { DAY_MS, iso } from '../../ground/kernel/time.ts'
import { listOf } from '../../ground/store/portable.ts'
import { visibleProjects } from '../../people/projects/visible-projects.ts'
import { countsOf, percentile, ratio, readSums, sortedDurations } from '../history/execution-sums.ts'
import { type Window, windowOf } from '../history/window.ts'
import { bucketsOf, startOf } from './buckets.ts'

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
