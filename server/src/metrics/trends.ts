import type { metricsOperations } from '@svc/schema'
import { sql } from 'kysely'
import { elapsedMs as elapsed } from '../executions/elapsed.ts'
import { countsOf, percentile, ratio, readSums, sortedDurations } from '../history/execution-sums.ts'
import { windowOf } from '../history/window.ts'
import type { Handlers } from '../kernel/operation-handlers.ts'
import { DAY_MS, iso } from '../kernel/time.ts'
import { visibleProjects } from '../projects/visible-projects.ts'
import { listOf } from '../store/portable.ts'
import { bucketsOf, startOf } from './buckets.ts'

const HOUR_MS = 3_600_000
const MOST_HOURLY = { days: 31, what: 'An hourly window' }

export const getTrends: Handlers<typeof metricsOperations>['getTrends'] = async ({ ctx, input }) => {
  const { granularity, branch, suite } = input
  const window = windowOf(input, ctx.clock(), granularity === 'hourly' ? MOST_HOURLY : undefined)
  const projects = await visibleProjects(ctx, input.project)
  // Weeks and months are summed from days, because the databases share no function for them.
  const unit = granularity === 'hourly' ? HOUR_MS : DAY_MS
  const sums = await readSums(
    ctx.store,
    { ...window, projectIds: projects.map((project) => project.id), branch, suite },
    sql<number>`started_at / ${sql.lit(unit)}`,
    listOf(ctx.store.dialect, sql<number>`coalesce(${elapsed}, 0)`),
  )
  const byBucket = Map.groupBy(sums, (row) => startOf(row.bucket * unit, granularity))
  return {
    from: iso(window.from),
    to: iso(window.to),
    granularity,
    points: bucketsOf(window, granularity).map(({ name, from, to }) => {
      const own = byBucket.get(from) ?? []
      const { executions, tests, elapsedMs, settled } = countsOf(own)
      const durations = sortedDurations(own)
      return {
        bucket: name,
        from: iso(Math.max(from, window.from)),
        to: iso(Math.min(to, window.to)),
        executions,
        tests,
        averageDurationMs: ratio(elapsedMs, settled),
        p50DurationMs: percentile(durations, 50),
        p95DurationMs: percentile(durations, 95),
      }
    }),
  }
}
