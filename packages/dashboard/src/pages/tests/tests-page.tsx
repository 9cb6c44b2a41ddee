import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type ListedTest, testsOf } from '../../data/insights.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { ColumnChoice, DataTable, SortChoice, type TableSearch } from '../../parts/data-table.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { GrowingArea } from '../../parts/growing.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { OwnerChoice } from '../../parts/owner-choice.tsx'
import { FilterChoice, FilterText, PageFilter } from '../../parts/page-filter.tsx'
import { useHeld } from '../../parts/use-held.ts'
import { columnsOf } from './columns.tsx'
import '../../parts/rows.css'

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
  const held = useHeld(tests, keyOf, read.isPlaceholderData ? null : JSON.stringify(filter))
  const isFiltered = [filter.q, filter.monitor, filter.owner].some((each) => each !== undefined)
  const columns = useMemo(
    () => columnsOf(place.organization, place.project),
    [place.organization, place.project],
  )
  const navigate = route.useNavigate()
  const set = (change: TableSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  return (
    <>
      <h1 className="page-title">Tests</h1>
      <PageFilter>
        <FilterText name="q" label="Title or file" value={filter.q} hasKey />
        <FilterChoice name="monitor" label="State of the monitor" value={filter.monitor} options={MONITORS} />
        <OwnerChoice {...place} owner={filter.owner} />
        <span className="table-choice">
          <SortChoice columns={columns} search={filter} onSort={(sort) => set({ sort })} />
          <ColumnChoice columns={columns} search={filter} onChoose={(ids) => set({ columns: ids })} />
        </span>
      </PageFilter>
      {read.error && !read.data ? (
        <Trouble error={read.error} onRetry={() => read.refetch()} />
      ) : !read.data ? (
        <Skeleton rows={10} />
      ) : tests.length === 0 && !read.hasNextPage ? (
        <Nothing isFiltered={isFiltered} />
      ) : (
        <>
          {tests.length === 0 && <p className="chosen">No match among the tests searched so far.</p>}
          <GrowingArea held={held} noun="test">
            <DataTable
              label="Tests"
              hasMore={read.hasNextPage}
              rows={held.shown}
              columns={columns}
              search={filter}
              onSort={(sort) => set({ sort })}
              rowOf={({ testId }) => ({ id: testId })}
            />
          </GrowingArea>
        </>
      )}
      <MoreButton read={read}>{isFiltered ? 'Search further' : 'More tests'}</MoreButton>
    </>
  )
}

const keyOf = ({ testId }: ListedTest) => testId

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
