import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { Fragment } from 'react'
import { type FlakyTest, flakyTestsOf } from '../../data/insights.ts'
import { useKeys } from '../../frame/keys.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { DAYS } from '../../parts/choices.ts'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { FilterChoice, FilterText, PageFilter } from '../../parts/page-filter.tsx'
import { NARROW, useMedia } from '../../parts/use-media.ts'
import { count } from '../../parts/words.ts'
import { EvidencePane } from './evidence-pane.tsx'
import { FlakyRow } from './flaky-row.tsx'
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
  const tests = read.data?.pages.flatMap(({ data }) => data) ?? []
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
      </PageFilter>
      {read.error ? (
        <Trouble error={read.error} onRetry={() => read.refetch()} />
      ) : !read.data ? (
        <Skeleton rows={8} />
      ) : tests.length === 0 ? (
        <Nothing isBroken={isBroken} isFiltered={Boolean(filter.branch ?? filter.days ?? filter.minRuns)} />
      ) : (
        <List tests={tests} selected={selected} hasMore={read.hasNextPage} />
      )}
      <MoreButton read={read}>More tests</MoreButton>
    </>
  )
}

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
  selected,
  hasMore,
}: {
  tests: FlakyTest[]
  selected: FlakyTest | undefined
  hasMore: boolean
}) {
  const isNarrow = useMedia(NARROW)
  const place = route.useParams()
  const pane = selected && <EvidencePane key={selected.testId} test={selected} {...place} />
  // One scale for all rows; the widest interval reaches its end.
  const most = Math.max(...tests.map(({ flakinessRate }) => flakinessRate.interval.high))
  return (
    <div className={selected && !isNarrow ? 'flaky-split' : ''}>
      <section
        className="card flaky-list"
        aria-label={`${count(tests.length, 'test')}${hasMore ? ', more below' : ''}`}
      >
        {tests.map((test) => (
          <Fragment key={test.testId}>
            <FlakyRow
              test={test}
              most={most}
              isSelected={test === selected}
              isBrief={selected !== undefined}
            />
            {isNarrow && test === selected && pane}
          </Fragment>
        ))}
      </section>
      {!isNarrow && pane}
    </div>
  )
}

function Nothing({ isBroken, isFiltered }: { isBroken: boolean; isFiltered: boolean }) {
  const { organization, project } = route.useParams()
  return (
    <EmptyState icon="passed" title={isBroken ? 'No test is broken' : 'No test is flaky'}>
      <p>
        {isBroken
          ? 'No test failed in all its runs in this period.'
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
