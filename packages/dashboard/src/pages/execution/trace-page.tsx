import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type Execution, executionOf } from '../../data/queries.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { currentTheme } from '../../frame/theme.ts'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Icon } from '../../parts/icon.tsx'
import './trace-page.css'
import { SvcError } from '@svc/api'
import { trustedAddress } from '../../parts/trusted-address.ts'

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

const WORKER = '/trace/sw.bundle.js'

/**
 * Starts the service worker of the viewer, or replaces an older one. The viewer does the same, but a tab that is opened
 * while the worker starts is not taken over by it, and would wait forever. Without a worker the viewer itself says why.
 */
async function startViewer(): Promise<void> {
  const registration = await navigator.serviceWorker.register(trustedAddress('svc-viewer', WORKER))
  // An older worker would answer the viewer's first requests by its own rules.
  if (registration.active) await registration.update()
  const worker = registration.installing ?? registration.waiting
  if (!worker) return
  await new Promise<void>((resolve) => {
    const check = () => {
      if (worker.state === 'activated' || worker.state === 'redundant') resolve()
    }
    worker.addEventListener('statechange', check)
    check()
  })
}

/** The content at the address of a trace; `reason` is the server's, in sentences. */
type Trace = { is: 'whole' } | { is: 'damaged' } | { is: 'gone'; reason: string }

/** The last record of a zip archive with a comment of maximum length. */
const MOST_TAIL_BYTES = 22 + 65_535
const END_OF_ARCHIVE = [0x50, 0x4b, 0x05, 0x06]
/** Larger archives store their sizes elsewhere. */
const ZIP64 = 0xffffffff

/** Reads the end of a trace, because the viewer reports every failure as a trace that could not be loaded. */
async function readTrace(address: string, signal: AbortSignal): Promise<Trace> {
  const answer = await fetch(address, { headers: { Range: `bytes=-${MOST_TAIL_BYTES}` }, signal }).catch(
    (cause: unknown) => {
      if (signal.aborted) throw cause
      throw new SvcError('UNREACHABLE', 'The server is not responding.', { cause })
    },
  )
  // A range request for an empty file is invalid.
  if (answer.status === 416) return { is: 'damaged' }
  if (!answer.ok) return refused(answer)
  const tail = new Uint8Array(await answer.arrayBuffer())
  return { is: isEndOfArchive(tail, sizeOf(answer, tail)) ? 'whole' : 'damaged' }
}

async function refused(answer: Response): Promise<Trace> {
  const body = (await answer.json().catch(() => null)) as {
    error?: { code?: SvcError['code']; message?: string }
  } | null
  const { code = 'UNREACHABLE', message = `The server answered with status ${answer.status}.` } =
    body?.error ?? {}
  if (code === 'NOT_FOUND') return { is: 'gone', reason: message }
  throw new SvcError(code, message, { status: answer.status })
}

const sizeOf = (answer: Response, tail: Uint8Array): number =>
  Number(/\/(\d+)$/.exec(answer.headers.get('Content-Range') ?? '')?.[1] ?? tail.byteLength)

/**
 * Whether a file of `size` bytes ends like an archive, with its complete directory before the last
 * record.
 */
function isEndOfArchive(tail: Uint8Array, size: number): boolean {
  for (let at = tail.length - 22; at >= 0; at--) {
    if (!END_OF_ARCHIVE.every((byte, i) => tail[at + i] === byte)) continue
    const record = new DataView(tail.buffer, tail.byteOffset + at, 22)
    const [length, start] = [record.getUint32(12, true), record.getUint32(16, true)]
    return start === ZIP64 || start + length <= size - tail.length + at
  }
  return false
}
