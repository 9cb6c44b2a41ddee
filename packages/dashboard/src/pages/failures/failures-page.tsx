import { errorLine } from '@svc/protocol'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type Cluster, failuresOf } from '../../data/insights.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { withoutCodes } from '../../parts/codes.ts'
import { DayBars, lastDayOf } from '../../parts/day-bars.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Growing } from '../../parts/growing.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { FilterDate, FilterText, PageFilter } from '../../parts/page-filter.tsx'
import { Time } from '../../parts/time.tsx'
import { count, number } from '../../parts/words.ts'
import '../../parts/rows.css'
import './failures.css'

const route = getRouteApi('/o/$organization/$project/failures')

/** The failures of a project, grouped by error, the most recent first. */
export function FailuresPage() {
  const place = route.useParams()
  const filter = route.useSearch()
  useIsPlace(place.project, place.organization)
  useTitle(`Failures · ${place.project}`)
  const read = useInfiniteQuery(failuresOf(place, filter))
  const clusters = read.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <>
      <h1 className="page-title">Failures</h1>
      <PageFilter>
        <FilterText name="q" label="Part of the message" value={filter.q} hasKey />
        <FilterText name="branch" label="Branch" value={filter.branch} />
        <FilterDate name="from" label="From" value={filter.from} />
        <FilterDate name="to" label="Before" value={filter.to} />
      </PageFilter>
      {read.error && !read.data ? (
        <Trouble error={read.error} onRetry={() => read.refetch()} />
      ) : !read.data ? (
        <Skeleton rows={8} />
      ) : clusters.length === 0 ? (
        <Nothing isFiltered={Object.keys(filter).length > 0} />
      ) : (
        <Growing
          items={clusters}
          keyOf={({ fingerprint }) => fingerprint}
          question={read.isPlaceholderData ? null : JSON.stringify(filter)}
          noun="failure"
          label="Failures"
          className="card failure-clusters"
        >
          {(cluster) => <Row cluster={cluster} />}
        </Growing>
      )}
      <MoreButton read={read}>Older failures</MoreButton>
    </>
  )
}

function Row({ cluster }: { cluster: Cluster }) {
  const { fingerprint, message, tests, executions, branches, branchCount, sample, owners, lastSeen } = cluster
  const { failed, flaky, errors, days, errorFiles } = cluster
  const params = route.useParams()
  const { branch, from, to } = route.useSearch()
  const search = { ...(branch && { branch }), ...(from && { from }), ...(to && { to }) }
  const named = sample[0]?.titles.at(-1)
  return (
    <Link
      className="cluster"
      to="/o/$organization/$project/failures/$fingerprint"
      params={{ ...params, fingerprint }}
      search={search}
    >
      <span className="about">
        <span className="message ellipsis">
          {errorLine(withoutCodes(message)) || 'Failed without an error'}
        </span>
        <span className="under ellipsis">
          {tests === 0
            ? ['Outside any test', ...errorFiles].join(' · ')
            : tests === 1
              ? named
              : `${named} and ${number(tests - 1)} more`}
          {owners.length > 0 && ` · ${owners.join(', ')}`}
        </span>
      </span>
      <DayBars days={days} last={lastDayOf(to)} isFlaky={failed + errors === 0} />
      <span className="counted">
        {failed + errors > 0 && <b className="failed">{number(failed + errors)} failed</b>}
        {flaky > 0 && <span className="flaky">{number(flaky)} flaky</span>}
        <span className="under">
          {count(executions, 'run')}
          {branches.length > 0 &&
            ` · ${branchCount === 1 ? branches[0] : count(branchCount, 'branch', 'branches')}`}
        </span>
      </span>
      <span className="when under">
        <Time at={lastSeen.at} />
        <span>
          first <Time at={cluster.firstSeen.at} />
        </span>
      </span>
    </Link>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { organization, project } = route.useParams()
  if (isFiltered)
    return (
      <EmptyState icon="search" title="No failure fits this filter">
        <route.Link className="button" to="." search={{}}>
          Clear the filter
        </route.Link>
      </EmptyState>
    )
  return (
    <EmptyState icon="passed" title="Nothing failed in the last 30 days">
      <Link className="button" to="/o/$organization/$project/executions" params={{ organization, project }}>
        Executions
      </Link>
    </EmptyState>
  )
}
