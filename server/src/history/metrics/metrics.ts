import type { metricsOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Handlers } from '../../ground/kernel/operation-handlers.ts'
import { iso } from '../../ground/kernel/time.ts'
import { listOf } from '../../ground/store/portable.ts'
import { visibleProjects } from '../../people/projects/visible-projects.ts'
import { countsOf, percentile, ratio, readSums, sortedDurations } from '../history/execution-sums.ts'
import { type Window, windowOf } from '../history/window.ts'

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
