import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type FlakyTest, flakyTestsOf } from '../../data/insights.ts'
import { useKeys } from '../../frame/keys.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { DAYS } from '../../parts/choices.ts'
import {
  ColumnChoice,
  type DataColumn,
  DataTable,
  SortChoice,
  type TableSearch,
} from '../../parts/data-table.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { GrowingArea } from '../../parts/growing.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { OwnerChoice } from '../../parts/owner-choice.tsx'
import { FilterChoice, FilterText, PageFilter } from '../../parts/page-filter.tsx'
import { useHeld } from '../../parts/use-held.ts'
import { NARROW, useMedia } from '../../parts/use-media.ts'
import { BRIEF, columnsOf } from './columns.tsx'
import { EvidencePane } from './evidence-pane.tsx'
import '../../parts/rows.css'
import './flaky.css'

const route = getRouteApi('/o/$organization/$project/flaky')

/** The tests that fail and pass on the same code, or that always fail; the worst first. */
export function FlakyPage() {
  const place = route.useParams()
  const { test: chosen, ...filter } = route.useSearch()
  const isBroken = filter.state === 'broken'
  const title = isBroken ? 'Broken tests' : 'Flaky tests'
  useIsPlace(place.project, place.organization)
  useTitle(`${title} · ${place.project}`)
  const read = useInfiniteQuery(flakyTestsOf(place, filter))
  const found = read.data?.pages.flatMap(({ data }) => data) ?? []
  const { organization, project } = place
  const { state = 'flaky', branch } = filter
  // One scale for all rows; the widest interval reaches its end.
  const most = Math.max(0, ...found.map(({ flakinessRate }) => flakinessRate.interval.high))
  const columns = useMemo(
    () => columnsOf({ organization, project, state, branch, most }),
    [organization, project, state, branch, most],
  )
  const set = useSetTable()
  // The keys go through the rows as they are shown.
  const held = useHeld(
    found,
    keyOf,
    read.isPlaceholderData ? null : JSON.stringify(filter),
    chosen !== undefined,
  )
  const tests = held.shown
  const selected = tests.find(({ testId }) => testId === chosen)
  useRowKeys(tests, selected)
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <PageFilter>
        <FilterChoice name="state" label="State" value={filter.state} options={STATES} />
        <FilterChoice name="days" label="Days" value={filter.days} options={DAYS} />
        <FilterChoice name="minRuns" label="Runs at least" value={filter.minRuns} options={MIN_RUNS} />
        <FilterText name="branch" label="Branch" value={filter.branch} />
        <OwnerChoice {...place} owner={filter.owner} />
        <span className="table-choice">
          <SortChoice columns={columns} search={filter} onSort={(sort) => set({ sort })} />
          <ColumnChoice columns={columns} search={filter} onChoose={(ids) => set({ columns: ids })} />
        </span>
      </PageFilter>
      {read.error && !read.data ? (
        <Trouble error={read.error} onRetry={() => read.refetch()} />
      ) : !read.data ? (
        <Skeleton rows={8} />
      ) : tests.length === 0 ? (
        <Nothing
          isBroken={isBroken}
          isFiltered={Boolean(filter.branch ?? filter.days ?? filter.minRuns ?? filter.owner)}
        />
      ) : (
        <GrowingArea held={held} noun="test">
          <List {...{ tests, columns, selected, title }} hasMore={read.hasNextPage} />
        </GrowingArea>
      )}
      <MoreButton read={read}>More tests</MoreButton>
    </>
  )
}

const keyOf = ({ testId }: FlakyTest) => testId

const STATES = [
  { value: '', label: 'Flaky' },
  { value: 'broken', label: 'Broken' },
]
const MIN_RUNS = [
  { value: '', label: 'Any number of runs' },
  { value: '5', label: 'At least 5 runs' },
  { value: '20', label: 'At least 20 runs' },
  { value: '100', label: 'At least 100 runs' },
]

function List({
  tests,
  columns,
  selected,
  title,
  hasMore,
}: {
  tests: FlakyTest[]
  columns: DataColumn<FlakyTest>[]
  selected: FlakyTest | undefined
  title: string
  hasMore: boolean
}) {
  const isNarrow = useMedia(NARROW)
  const place = route.useParams()
  const search = route.useSearch()
  const set = useSetTable()
  const pane = selected && <EvidencePane key={selected.testId} test={selected} {...place} />
  const isBeside = selected !== undefined && !isNarrow
  const shown = useMemo(
    () => (isBeside ? columns.filter(({ id }) => BRIEF.includes(id)) : columns),
    [columns, isBeside],
  )
  return (
    <div className={isBeside ? 'flaky-split' : ''}>
      <DataTable
        label={`${title}: ${tests.length}${hasMore ? ', more below' : ''}`}
        hasMore={hasMore}
        rows={tests}
        columns={shown}
        search={search}
        onSort={(sort) => set({ sort })}
        rowOf={(test) => ({
          id: `flaky-${test.testId}`,
          className: 'flaky-row',
          isSelected: test === selected,
        })}
        {...(isNarrow && { below: (test: FlakyTest) => test === selected && pane })}
      />
      {!isNarrow && pane}
    </div>
  )
}

/** Sets the order or the columns of the table in the address. */
function useSetTable(): (change: TableSearch) => void {
  const navigate = route.useNavigate()
  return (change) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
}

function Nothing({ isBroken, isFiltered }: { isBroken: boolean; isFiltered: boolean }) {
  const { organization, project } = route.useParams()
  return (
    <EmptyState icon="passed" title={isBroken ? 'No test is broken' : 'No test is flaky'}>
      <p>
        {isBroken
          ? 'No test fails in a row on the default branch.'
          : 'No test failed and passed on the same code in this period.'}
      </p>
      {isFiltered ? (
        <route.Link className="button" to="." search={{}}>
          Clear the filters
        </route.Link>
      ) : (
        <Link className="button" to="/o/$organization/$project/tests" params={{ organization, project }}>
          All tests
        </Link>
      )}
    </EmptyState>
  )
}

function useRowKeys(tests: FlakyTest[], selected: FlakyTest | undefined): void {
  const navigate = useNavigate({ from: '/o/$organization/$project/flaky' })
  const go = (test: string | undefined) =>
    navigate({ search: (before) => ({ ...before, test }), replace: true, resetScroll: false })
  const step = (by: number) => {
    const next = tests[selected ? tests.indexOf(selected) + by : 0]
    if (!next) return
    void go(next.testId)
    document.getElementById(`flaky-${next.testId}`)?.scrollIntoView({ block: 'nearest' })
  }
  useKeys([
    { keys: 'j', label: 'Next test', run: () => step(1) },
    { keys: 'k', label: 'Previous test', run: () => step(-1) },
    { keys: 'Escape', label: 'Close the pane', run: () => void go(undefined) },
  ])
}
