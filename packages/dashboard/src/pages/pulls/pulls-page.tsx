import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { pullRequestsOf } from '../../data/runs.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Growing } from '../../parts/growing.tsx'
import { PullLine, pullKey } from '../../parts/pull-line.tsx'
import { count } from '../../parts/words.ts'
import { PULL_STATUSES } from './search.ts'
import '../../parts/segments.css'
import '../../parts/filter-row.css'

const route = getRouteApi('/o/$organization/$project/pulls')
const USUAL_DAYS = 14

/** The pull requests of a project that ran tests lately, the most recently run first. */
export function PullsPage() {
  const { organization, project } = route.useParams()
  const filter = route.useSearch()
  const read = useQuery(pullRequestsOf(organization, project, filter))
  useIsPlace(project, organization)
  useTitle(`Pull requests · ${project}`)
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={8} />
  const { pullRequests, hasMore } = read.data
  const { status, days = USUAL_DAYS } = filter
  return (
    <>
      <h1 className="page-title">Pull requests</h1>
      <Filters />
      {pullRequests.length === 0 ? (
        <EmptyState
          icon="pull"
          title={
            status === undefined ? 'No recent pull requests' : `No pull request of the last days is ${status}`
          }
        >
          <p>
            {`None in the last ${count(days, 'day')}. A run belongs to a pull request if CI says so, as GitHub Actions and GitLab do.`}
          </p>
          {(status !== undefined || days < 90) && (
            <route.Link className="button" to="." search={{ days: 90 }}>
              All of 90 days
            </route.Link>
          )}
        </EmptyState>
      ) : (
        <Growing
          question={read.isPlaceholderData ? null : `${status} ${days}`}
          items={pullRequests}
          keyOf={pullKey}
          noun="pull request"
          label="Pull requests"
          isBusy={read.isPlaceholderData}
        >
          {(pull) => <PullLine pull={pull} organization={organization} />}
        </Growing>
      )}
      {hasMore && (
        <p className="chosen">
          These are the {pullRequests.length} most recently run. A status or fewer days show others.
        </p>
      )}
    </>
  )
}

function Filters() {
  const { status = '', days = USUAL_DAYS } = route.useSearch()
  const navigate = useNavigate({ from: '/o/$organization/$project/pulls' })
  return (
    <search className="filter-row">
      <label className="field">
        <span className="sr">Status</span>
        <select
          value={status}
          onChange={({ target }) =>
            navigate({
              search: (before) => {
                const { status: _, ...rest } = before
                const chosen = PULL_STATUSES.find((each) => each === target.value)
                return chosen ? { ...rest, status: chosen } : rest
              },
              replace: true,
            })
          }
        >
          <option value="">Status: all</option>
          {PULL_STATUSES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <nav className="segments" aria-label="Days">
        {[USUAL_DAYS, 30, 90].map((each) => (
          <route.Link
            key={each}
            to="."
            search={(before) => ({ ...before, days: each })}
            {...(each === days && { 'aria-current': 'true' })}
          >
            {each} days
          </route.Link>
        ))}
      </nav>
    </search>
  )
}
