import type { metricsOperations } from '@svc/schema'
import { sql } from 'kysely'
import { iso } from '../executions/summary.ts'
import { visibleProjects } from '../executions/visible-projects.ts'
import type { Handlers } from '../kernel/handlers.ts'
import type { Store } from '../store/open.ts'
import { chosen, countsOf, type Filters, ratio, readSums } from './execution-sums.ts'
import { type Window, windowOf } from './window.ts'

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
  const [sums, percentiles] = await Promise.all([
    readSums(store, both, isCurrent(window)),
    readPercentiles(store, both, window),
  ])
  const figures = (isNow: number, of: Window) =>
    figuresOf(
      of,
      countsOf(sums.filter((row) => row.bucket === isNow)),
      percentiles.filter((row) => row.bucket === isNow),
    )
  const [current, earlier] = [figures(1, window), figures(0, before)]
  return { current, before: earlier, change: changeOf(current, earlier) }
}

const isCurrent = ({ from }: Window) =>
  sql<number>`case when started_at >= ${sql.lit(from)} then 1 else 0 end`

interface Percentile {
  bucket: number
  place: number
  total: number
  ms: number
}

/** The durations of settled executions that stand at 50 % and 95 % of the way, by nearest rank. */
async function readPercentiles(store: Store, filters: Filters, window: Window): Promise<Percentile[]> {
  const durations = chosen(store, filters)
    .where('state', '<>', 'running')
    .select([isCurrent(window).as('bucket'), sql<number>`ended_at - started_at`.as('ms')])
  const placed = store.read
    .selectFrom(durations.as('d'))
    .select([
      'bucket',
      'ms',
      sql<number>`row_number() over (partition by bucket order by ms)`.as('place'),
      sql<number>`count(*) over (partition by bucket)`.as('total'),
    ])
  const rows = await store.read
    .selectFrom(placed.as('p'))
    .selectAll()
    .where(sql<boolean>`place in (${rank(50)}, ${rank(95)})`)
    .execute()
  return rows.map(({ bucket, place, total, ms }) => ({
    bucket: Number(bucket),
    place: Number(place),
    total: Number(total),
    ms: Number(ms),
  }))
}

/** Nearest rank, in whole numbers: the smallest place that is at least so many percent of the total. */
const rank = (percent: number) => sql.raw(`(total * ${percent} + 99) / 100`)
const at = (rows: Percentile[], percent: number): number | null =>
  rows.find(({ place, total }) => place === Math.ceil((total * percent) / 100))?.ms ?? null

function figuresOf({ from, to }: Window, counts: ReturnType<typeof countsOf>, percentiles: Percentile[]) {
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
      p50: at(percentiles, 50),
      p95: at(percentiles, 95),
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
