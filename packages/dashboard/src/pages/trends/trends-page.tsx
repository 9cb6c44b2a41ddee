import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Trends, trendsOf } from '../../data/insights.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { Chart } from '../../parts/chart.tsx'
import type { Panel } from '../../parts/chart-panel.tsx'
import { countScale, durationScale, shareScale } from '../../parts/chart-scale.ts'
import { slotsOf } from '../../parts/chart-slots.ts'
import { DAYS } from '../../parts/choices.ts'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { FilterChoice, FilterText, PageFilter } from '../../parts/page-filter.tsx'
import { count, durationText } from '../../parts/words.ts'
import { executionsAt, TrendTable } from './trend-table.tsx'
import '../../parts/block.css'
import '../../parts/rows.css'
import './trends.css'

const route = getRouteApi('/o/$organization/$project/trends')

const GRANULARITIES = [
  { value: '', label: 'By day' },
  { value: 'hourly', label: 'By hour' },
  { value: 'weekly', label: 'By week' },
  { value: 'monthly', label: 'By month' },
]

/** Runs over time: how many passed, and how long they took. */
export function TrendsPage() {
  const place = route.useParams()
  const { view: _, ...filter } = route.useSearch()
  useIsPlace(place.project, place.organization)
  useTitle(`Trends · ${place.project}`)
  const read = useQuery(trendsOf(place, filter))
  return (
    <>
      <h1 className="page-title">Trends</h1>
      <PageFilter>
        <FilterChoice name="days" label="Days" value={filter.days} options={DAYS} />
        <FilterChoice
          name="granularity"
          label="Granularity"
          value={filter.granularity}
          // The server returns hours for at most 31 days.
          options={GRANULARITIES.filter(({ value }) => value !== 'hourly' || Number(filter.days ?? 30) <= 31)}
        />
        <FilterText name="branch" label="Branch" value={filter.branch} />
      </PageFilter>
      {read.error && !read.data ? (
        <Trouble error={read.error} onRetry={() => read.refetch()} />
      ) : !read.data ? (
        <Skeleton rows={8} />
      ) : read.data.points.every(({ executions }) => executions.total === 0) ? (
        <Nothing branch={filter.branch} />
      ) : (
        <>
          <Charts trends={read.data} />
          <section className="card trend-table">
            <TrendTable points={read.data.points} {...place} branch={filter.branch} />
          </section>
        </>
      )}
    </>
  )
}

function Charts({ trends: { points } }: { trends: Trends }) {
  const place = route.useParams()
  const { branch } = route.useSearch()
  const navigate = route.useNavigate()
  const total = (of: (point: Point) => number) => points.reduce((sum, point) => sum + of(point), 0)
  const label = `${count(
    total(({ executions }) => executions.total),
    'execution',
  )}: ${total(({ executions }) => executions.passed)} passed, ${total(({ executions }) => executions.failed)} failed`
  return (
    <section className="card block">
      <Chart
        label={label}
        slots={slotsOf(points)}
        panels={[executionsOf(points), ratesOf(points), durationsOf(points)]}
        onOpen={(i) => {
          const point = points[i]
          if (point && point.executions.total > 0)
            void navigate(executionsAt(place.organization, place.project, point, branch))
        }}
      />
    </section>
  )
}

type Point = Trends['points'][number]

function executionsOf(points: Point[]): Panel {
  const of = (pick: (executions: Point['executions']) => number) =>
    points.map(({ executions }) => pick(executions))
  return {
    title: 'Executions',
    scale: countScale(Math.max(0, ...of(({ total }) => total))),
    bars: [
      { name: 'passed', look: 'passed', values: of(({ passed }) => passed) },
      { name: 'failed', look: 'failed', values: of(({ failed }) => failed) },
      {
        name: 'cancelled, incomplete or running',
        look: 'other',
        values: of(({ total, passed, failed }) => total - passed - failed),
      },
    ],
  }
}

function ratesOf(points: Point[]): Panel {
  const share = (good: number, bad: number) => (good + bad === 0 ? null : good / (good + bad))
  const executions = points.map(({ executions: { passed, failed } }) => share(passed, failed))
  const tests = points.map(({ tests: { passed, flaky, failed } }) => share(passed + flaky, failed))
  const least = Math.min(1, ...[...executions, ...tests].filter((each) => each !== null))
  return {
    title: 'Pass rate',
    scale: shareScale(least),
    lines: [
      { name: 'executions', look: 'first', values: executions },
      { name: 'tests', look: 'second', values: tests },
    ],
  }
}

function durationsOf(points: Point[]): Panel {
  const slowest = points.map(({ p95DurationMs }) => p95DurationMs)
  return {
    title: 'Duration',
    scale: durationScale(Math.max(0, ...slowest.map((each) => each ?? 0))),
    text: durationText,
    lines: [
      { name: 'median', look: 'first', values: points.map(({ p50DurationMs }) => p50DurationMs) },
      { name: '95th percentile', look: 'second', values: slowest },
    ],
  }
}

function Nothing({ branch }: { branch: string | undefined }) {
  const { organization, project } = route.useParams()
  return (
    <EmptyState
      title={branch === undefined ? 'Nothing ran in this period' : `Nothing ran on ${branch} in this period`}
    >
      {branch === undefined ? (
        <Link className="button" to="/o/$organization/$project/executions" params={{ organization, project }}>
          Executions
        </Link>
      ) : (
        <route.Link className="button" to="." search={(before) => ({ ...before, branch: undefined })}>
          All branches
        </route.Link>
      )}
    </EmptyState>
  )
}
