import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { codeOf } from '../../data/client.ts'
import { executionOf } from '../../data/queries.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import './trace-page.css'

const route = getRouteApi('/executions/$id/traces/$artifact')

/** A Playwright trace in Playwright's own viewer, which this server serves: nothing leaves it. */
export function TracePage() {
  const { id, artifact } = route.useParams()
  const execution = useQuery(executionOf(id))
  useIsPlace(execution.data?.project ?? null, execution.data?.organization)
  useTitle('Trace')
  const address = `/api/artifacts/${encodeURIComponent(artifact)}`
  // The viewer can only say that it could not load something: this says what.
  const check = useQuery({
    queryKey: ['artifact', artifact],
    queryFn: async ({ signal }) => {
      const answer = await fetch(address, { method: 'HEAD', signal })
      return answer.status
    },
    retry: false,
  })
  if (execution.error) return <Trouble error={execution.error} />
  if (codeOf(check.error) !== null || check.error)
    return <Trouble error={check.error} onRetry={() => check.refetch()} />
  if (check.isPending) return <Skeleton />
  const title = execution.data?.results.find(({ attempts }) =>
    attempts.some(({ attachments }) => attachments?.some((each) => each.id === artifact)),
  )
  const viewer = `/trace/index.html?trace=${encodeURIComponent(address)}`
  const isShown = check.data < 400 && window.isSecureContext
  return (
    <div className="trace">
      <header>
        <route.Link
          className="button"
          to="/executions/$id"
          params={{ id }}
          search={title ? { test: `${title.testId}~${title.leg}` } : {}}
        >
          <Icon name="left" />
          Back<span className="not-phone"> to the run</span>
        </route.Link>
        <h1 className="ellipsis">{title ? title.titles.join(' › ') : 'Trace'}</h1>
        {isShown && (
          <a
            className="button end"
            href={viewer}
            target="_blank"
            rel="noopener"
            aria-label="Open the trace in a new tab"
          >
            <Icon name="out" />
            <span className="not-phone">New tab</span>
          </a>
        )}
        <a
          className={isShown ? 'button' : 'button end'}
          href={address}
          download="trace.zip"
          aria-label="Download the trace"
        >
          <Icon name="download" />
          <span className="not-phone">Download</span>
        </a>
      </header>
      {check.data >= 400 ? (
        <EmptyState
          icon="warning"
          title={check.data === 404 ? 'This trace is gone' : 'This trace cannot be read'}
        >
          <p>Retention removes the traces of old runs. The error and the steps of the test stay.</p>
        </EmptyState>
      ) : window.isSecureContext ? (
        <iframe title="Trace viewer" src={viewer} />
      ) : (
        <EmptyState icon="warning" title="The viewer needs https">
          <p>
            Browsers run it only over https or on localhost. Download the trace and open it with
            <code> npx playwright show-trace trace.zip</code>.
          </p>
        </EmptyState>
      )}
    </div>
  )
}
