import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Trends, trendsOf } from '../../data/insights.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { DAYS } from '../../parts/choices.ts'
import { Disclosure } from '../../parts/disclosure.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { FilterChoice, FilterText, PageFilter } from '../../parts/page-filter.tsx'
import { durationText, number, percentText } from '../../parts/words.ts'
import { CountChart } from './count-chart.tsx'
import { LineChart } from './line-chart.tsx'
import { TrendTable } from './trend-table.tsx'
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
  const { view, ...filter } = route.useSearch()
  const navigate = route.useNavigate()
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
      {read.error ? (
        <Trouble error={read.error} onRetry={() => read.refetch()} />
      ) : !read.data ? (
        <Skeleton rows={8} />
      ) : read.data.points.every(({ executions }) => executions.total === 0) ? (
        <Nothing branch={filter.branch} />
      ) : (
        <>
          <Charts trends={read.data} />
          <section className="card trend-table">
            <Disclosure
              title="The numbers as a table"
              isOpen={view === 'table'}
              onToggle={(isOpen) =>
                navigate({
                  search: (before) => ({ ...before, view: isOpen ? 'table' : undefined }),
                  replace: true,
                  resetScroll: false,
                })
              }
            >
              <TrendTable points={read.data.points} {...place} branch={filter.branch} />
            </Disclosure>
          </section>
        </>
      )}
    </>
  )
}

function Charts({ trends: { points } }: { trends: Trends }) {
  const place = route.useParams()
  const { branch } = route.useSearch()
  const sum = (of: (point: Trends['points'][number]) => number) =>
    points.reduce((total, point) => total + of(point), 0)
  const [passed, failed] = [
    sum(({ executions }) => executions.passed),
    sum(({ executions }) => executions.failed),
  ]
  const [testsPassed, testsFailed] = [
    sum(({ tests }) => tests.passed + tests.flaky),
    sum(({ tests }) => tests.failed),
  ]
  const share = (good: number, bad: number) => (good + bad === 0 ? null : good / (good + bad))
  const rate = (value: number | null) => (value === null ? 'none' : percentText(value))
  const slowest = Math.max(0, ...points.map(({ p95DurationMs }) => p95DurationMs ?? 0))
  const median = points.findLast(({ p50DurationMs }) => p50DurationMs !== null)?.p50DurationMs ?? null
  return (
    <div className="trend-charts">
      <section className="card block wide">
        <header>
          <h2>Executions</h2>
          <p>
            <b>{number(passed + failed)}</b> passed or failed; a bar opens its list
          </p>
        </header>
        <CountChart points={points} {...place} branch={branch} />
        <p className="chart-legend">
          <span>
            <i className="box passed" /> passed
          </span>
          <span>
            <i className="box failed" /> failed
          </span>
          <span>
            <i className="box other" /> cancelled, incomplete or running
          </span>
        </p>
      </section>
      <section className="card block">
        <header>
          <h2>Pass rate</h2>
          <p>
            executions <b>{rate(share(passed, failed))}</b>, tests{' '}
            <b>{rate(share(testsPassed, testsFailed))}</b>
          </p>
        </header>
        <LineChart
          label="Pass rate of executions and of tests"
          points={points}
          most={1}
          text={percentText}
          lines={[
            {
              name: 'executions',
              kind: 'first',
              of: ({ executions }) => share(executions.passed, executions.failed),
            },
            {
              name: 'tests',
              kind: 'second',
              of: ({ tests }) => share(tests.passed + tests.flaky, tests.failed),
            },
          ]}
        />
      </section>
      <section className="card block">
        <header>
          <h2>Duration</h2>
          <p>
            newest median <b>{median === null ? 'none' : durationText(median)}</b>
          </p>
        </header>
        <LineChart
          label="Duration of executions"
          points={points}
          most={slowest}
          text={durationText}
          lines={[
            { name: 'median', kind: 'first', of: ({ p50DurationMs }) => p50DurationMs },
            { name: '95th percentile', kind: 'second', of: ({ p95DurationMs }) => p95DurationMs },
          ]}
        />
      </section>
    </div>
  )
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
