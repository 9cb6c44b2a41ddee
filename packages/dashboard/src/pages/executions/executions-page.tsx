import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { codeOf } from '../../data/code-of.ts'
import { executionsOf } from '../../data/runs.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { EmptyState, Skeleton } from '../../parts/empty-state.tsx'
import { ExecutionLine } from '../../parts/execution-line.tsx'
import { Growing } from '../../parts/growing.tsx'
import { MoreButton } from '../../parts/more-button.tsx'
import { ExecutionFilters } from './execution-filters.tsx'

const route = getRouteApi('/o/$organization/$project/executions')

/** The executions of a project, newest first. */
export function ExecutionsPage() {
  const { organization, project } = route.useParams()
  const search = route.useSearch()
  const filter = Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
  const read = useInfiniteQuery(executionsOf(organization, project, filter))
  useIsPlace(project, organization)
  useTitle(`Executions · ${project}`)
  const refused = codeOf(read.error) === 'INVALID_REQUEST' ? (read.error as Error).message : null
  if (read.error && refused === null) return <Trouble error={read.error} onRetry={() => read.refetch()} />
  if (!read.data && refused === null) return <Skeleton rows={10} />
  const executions = refused === null ? (read.data?.pages.flatMap(({ data }) => data) ?? []) : []
  return (
    <>
      <h1 className="page-title">Executions</h1>
      <ExecutionFilters
        suites={[...new Set(executions.map(({ suite }) => suite))].sort()}
        branches={[...new Set(executions.flatMap(({ branch }) => branch ?? []))].sort()}
      />
      {refused !== null ? (
        <p className="chosen" role="alert">
          {refused}
        </p>
      ) : executions.length === 0 ? (
        <None hasMore={read.hasNextPage} />
      ) : (
        <Growing
          question={read.isPlaceholderData ? null : JSON.stringify(filter)}
          items={executions}
          keyOf={({ id }) => id}
          noun="execution"
          label="Executions"
          isBusy={read.isPlaceholderData}
        >
          {(execution) => <ExecutionLine execution={execution} />}
        </Growing>
      )}
      {refused === null && (
        <MoreButton read={read}>
          {read.isFetchingNextPage ? 'Reading older executions…' : 'Older executions'}
        </MoreButton>
      )}
    </>
  )
}

function None({ hasMore }: { hasMore: boolean }) {
  const filter = route.useSearch()
  if (Object.keys(filter).length === 0)
    return (
      <EmptyState title="No execution yet">
        <p>The next run of a reporter appears here.</p>
      </EmptyState>
    )
  return (
    <EmptyState
      icon="search"
      title={hasMore ? 'No newer execution fits this filter' : 'No execution fits this filter'}
    >
      <p>
        {hasMore
          ? 'The server has looked at the newest 2,000. Older ones may fit.'
          : 'Another branch or status may have some.'}
      </p>
      <route.Link className="button" to="." search={{}}>
        Show all
      </route.Link>
    </EmptyState>
  )
}
