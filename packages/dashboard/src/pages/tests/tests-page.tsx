import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { testsOf } from '../../data/insights.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { MonitorIcon } from '../../parts/monitor.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { FilterChoice, FilterText, PageFilter } from '../../parts/page-filter.tsx'
import { TestLine } from '../../parts/test-line.tsx'
import { Time } from '../../parts/time.tsx'
import '../../parts/rows.css'
import './tests.css'

const route = getRouteApi('/o/$organization/$project/tests')

const MONITORS = [
  { value: '', label: 'Any state' },
  { value: 'healthy', label: 'Healthy' },
  { value: 'flaky', label: 'Flaky' },
  { value: 'broken', label: 'Broken' },
]

/** The tests of a project, the newest first, with the state of their monitors. */
export function TestsPage() {
  const place = route.useParams()
  const filter = route.useSearch()
  useIsPlace(place.project, place.organization)
  useTitle(`Tests · ${place.project}`)
  const read = useInfiniteQuery(testsOf(place, filter))
  const tests = read.data?.pages.flatMap(({ data }) => data) ?? []
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <h1 className="page-title">Tests</h1>
      <PageFilter>
        <FilterText name="q" label="Title or file" value={filter.q} hasKey />
        <FilterChoice name="monitor" label="State of the monitor" value={filter.monitor} options={MONITORS} />
      </PageFilter>
      {read.error ? (
        <Trouble error={read.error} onRetry={() => read.refetch()} />
      ) : !read.data ? (
        <Skeleton rows={10} />
      ) : tests.length === 0 && !read.hasNextPage ? (
        <Nothing isFiltered={isFiltered} />
      ) : (
        <ul className="card tests">
          {tests.length === 0 && <li className="muted">No match among the tests searched so far.</li>}
          {tests.map((test) => (
            <li key={test.testId}>
              <MonitorIcon state={test.monitor} isNamed />
              <TestLine test={test} {...place} />
              <span className="seen muted">
                {test.formerNames.length > 0 && <span>renamed · </span>}
                first seen <Time at={test.firstSeenAt} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <MoreButton read={read}>{isFiltered ? 'Search further' : 'More tests'}</MoreButton>
    </>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return (
      <EmptyState icon="search" title="No test fits this filter">
        <route.Link className="button" to="." search={{}}>
          Clear the filter
        </route.Link>
      </EmptyState>
    )
  return (
    <EmptyState title="No test yet">
      <p>Tests appear here after the next run with a reporter.</p>
    </EmptyState>
  )
}
