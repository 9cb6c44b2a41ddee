import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ExecutionSummary, executionsOf } from '../../data/queries.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { Icon, type IconName } from '../../parts/icon.tsx'
import { Duration, Time } from '../../parts/time.tsx'
import { number, shortSha } from '../../parts/words.ts'
import '../../parts/rows.css'

const route = getRouteApi('/o/$organization/$project/executions')

/** The executions of a project, newest first. */
export function ExecutionsPage() {
  const { organization, project } = route.useParams()
  const search = route.useSearch()
  const filter = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
  const read = useInfiniteQuery(executionsOf(organization, project, filter))
  useIsPlace(project, organization)
  useTitle(`Executions · ${project}`)
  if (read.error) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data) return <Skeleton rows={10} />
  const executions = read.data.pages.flatMap(({ data }) => data)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <h1 className="page-title">Executions</h1>
      {isFiltered && (
        <p className="chosen">
          {Object.entries(filter)
            .map(([name, value]) => `${name} ${value}`)
            .join(', ')}{' '}
          <route.Link className="link" to="." search={{}}>
            Show all
          </route.Link>
        </p>
      )}
      {executions.length === 0 ? (
        <EmptyState title={isFiltered ? 'No execution fits this filter' : 'No execution yet'}>
          <p>
            {isFiltered
              ? 'Another branch or status may have some.'
              : 'The next run of a reporter appears here.'}
          </p>
        </EmptyState>
      ) : (
        <ul className="card rows">
          {executions.map((execution) => (
            <li key={execution.id}>
              <Line execution={execution} />
            </li>
          ))}
        </ul>
      )}
      {read.hasNextPage && (
        <button
          type="button"
          className="button more"
          onClick={() => read.fetchNextPage()}
          disabled={read.isFetchingNextPage}
        >
          Older executions
        </button>
      )}
    </>
  )
}

const STATES: Record<ExecutionSummary['state'], { icon: IconName; tone: string }> = {
  passed: { icon: 'passed', tone: 'passed' },
  failed: { icon: 'failed', tone: 'failed' },
  running: { icon: 'clock', tone: 'soft' },
  cancelled: { icon: 'skipped', tone: 'skipped' },
  incomplete: { icon: 'unknown', tone: 'soft' },
}

function Line({ execution }: { execution: ExecutionSummary }) {
  const { id, state, message, branch, pullRequest, headSha, testedSha, suite, counts, durationMs } = execution
  const { icon, tone } = STATES[state]
  const sha = headSha ?? testedSha
  const failed = counts.failed + counts.errors
  return (
    <Link className="line" to="/executions/$id" params={{ id }}>
      <Icon name={icon} tone={tone} label={state} />
      <span className="about">
        <span className="name ellipsis">{message?.split('\n', 1)[0] || execution.build}</span>
        <span className="under ellipsis">
          {pullRequest !== null && `#${pullRequest} · `}
          {branch !== null && <span className="mono">{branch}</span>}
          {sha && (
            <>
              {' · '}
              <span className="mono">{shortSha(sha)}</span>
            </>
          )}
          {` · ${suite}`}
        </span>
      </span>
      <span className="counted">
        {failed > 0 && <b className="failed">{number(failed)} failed</b>}
        {counts.flaky > 0 && <span className="flaky">{number(counts.flaky)} flaky</span>}
        <span className="muted not-phone">{number(counts.total)} tests</span>
      </span>
      <span className="when muted">
        {durationMs !== null && <Duration ms={durationMs} />}
        <Time at={execution.startedAt} />
      </span>
    </Link>
  )
}
