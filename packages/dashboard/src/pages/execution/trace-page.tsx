import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Execution, executionOf } from '../../data/queries.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { currentTheme } from '../../frame/theme.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import { readTrace } from './is-trace-whole.ts'
import { startViewer } from './start-viewer.ts'
import './trace-page.css'

const route = getRouteApi('/executions/$id/traces/$artifact')

/** A Playwright trace in Playwright's own viewer, served by this server: no data leaves it. */
export function TracePage() {
  const { id, artifact } = route.useParams()
  const execution = useQuery(executionOf(id))
  useIsPlace(execution.isError ? null : execution.data?.project, execution.data?.organization)
  useTitle('Trace')
  const address = `/api/artifacts/${encodeURIComponent(artifact)}`
  const read = useQuery({
    queryKey: ['trace', artifact],
    queryFn: async ({ signal }) => {
      const trace = await readTrace(address, signal)
      if (trace.is === 'whole' && window.isSecureContext) await startViewer().catch(() => undefined)
      return trace
    },
  })
  if (execution.error) return <Trouble error={execution.error} onRetry={() => execution.refetch()} />
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton />
  const trace = read.data
  const result = execution.data?.results.find(({ attempts }) =>
    attempts.some(({ attachments }) => attachments?.some((each) => each.id === artifact)),
  )
  const viewer = `${address}?viewer=true#theme=${currentTheme()}`
  const isShown = trace.is === 'whole' && window.isSecureContext
  return (
    <div className="trace">
      <header>
        <route.Link
          className="button"
          to="/executions/$id"
          params={{ id }}
          search={result ? { test: `${result.testId}~${result.leg}` } : {}}
        >
          <Icon name="left" />
          Back<span className="not-phone"> to the run</span>
        </route.Link>
        <h1 className="ellipsis">{result ? result.titles.join(' › ') : 'Trace'}</h1>
        {isShown && (
          <a
            className="button"
            href={viewer}
            target="_blank"
            rel="noopener"
            aria-label="Open the trace in a new tab"
          >
            <Icon name="out" />
            <span className="not-phone">New tab</span>
          </a>
        )}
        {trace.is !== 'gone' && (
          <a className="button" href={address} download="trace.zip" aria-label="Download the trace">
            <Icon name="download" />
            <span className="not-phone">Download</span>
          </a>
        )}
      </header>
      {trace.is === 'gone' ? (
        <Gone reason={trace.reason} execution={execution.data} />
      ) : trace.is === 'damaged' ? (
        <EmptyState icon="warning" title="This trace is damaged">
          <p>
            The file is not a complete zip archive, so the viewer cannot open it. The test run or the upload
            may have been cut off.
          </p>
          <p>Run the test again to record a new trace, or download the file to see what it contains.</p>
        </EmptyState>
      ) : isShown ? (
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

function Gone({ reason, execution }: { reason: string; execution: Execution | undefined }) {
  return (
    <EmptyState icon="warning" title="This trace is gone">
      <p>{reason}</p>
      <p>
        {execution && execution.resultsRemovedAt !== null
          ? 'Retention also removed the results of the run. Its counts stay.'
          : 'The error and the steps of the test stay in the run.'}
      </p>
    </EmptyState>
  )
}
