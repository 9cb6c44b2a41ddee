import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useMemo } from 'react'
import { codeOf } from '../../data/client.ts'
import { comparisonOf, executionOf } from '../../data/queries.ts'
import { useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { CountFilter } from '../../parts/count-filter.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Answer, headlineOf } from './answer.tsx'
import { FailureList } from './failure-list.tsx'
import { failuresOf } from './failures-of.ts'
import { FilterField } from './filter-field.tsx'
import { listedOf } from './search.ts'
import './execution-page.css'

const route = getRouteApi('/executions/$id')

/** Its virtual list is not needed for the first view. */
const AllResults = lazy(async () => ({ default: (await import('./all-results.tsx')).AllResults }))

const TimeLine = lazy(async () => ({ default: (await import('./time-line.tsx')).TimeLine }))

/** Only a running execution needs it. */
const Live = lazy(async () => ({ default: (await import('./live.tsx')).Live }))

/** Why a run failed: the answer first, then the failures by cause, then everything else. */
export function ExecutionPage() {
  const { id } = route.useParams()
  const search = route.useSearch()
  const execution = useQuery(executionOf(id))
  const comparison = useQuery(comparisonOf(id))
  useIsPlace(execution.data?.project ?? null, execution.data?.organization)
  useTitle(titleOf(execution.data, comparison.data))
  const compared = comparison.data ?? null
  const sections = useMemo(
    () => (execution.data && !comparison.isPending ? failuresOf(execution.data, compared) : []),
    [execution.data, compared, comparison.isPending],
  )
  if (execution.error) return <Trouble error={execution.error} onRetry={() => execution.refetch()} />
  // Shows everything in one step, because a comparison that arrives later would move the failures.
  if (!execution.data || comparison.isPending) return <Skeleton rows={8} />
  const { counts } = execution.data
  const isTime = search.view === 'time'
  const listed = listedOf(search)
  return (
    <>
      <Answer execution={execution.data} comparison={compared} trouble={wordsOf(comparison.error)} />
      <CountFilter counts={counts} chosen={isTime ? null : (search.status ?? 'failed')}>
        {!isTime && (
          <FilterField
            owners={[...new Set(compared ? ownersIn(sections) : [])]}
            legs={legsOf(execution.data)}
          />
        )}
      </CountFilter>
      {isTime ? (
        <Suspense fallback={<Skeleton rows={8} />}>
          <TimeLine execution={execution.data} />
        </Suspense>
      ) : listed !== null ? (
        <Suspense fallback={<Skeleton rows={12} />}>
          <AllResults execution={execution.data} status={listed} sections={sections} />
        </Suspense>
      ) : (
        <FailureList execution={execution.data} comparison={compared} sections={sections} />
      )}
      {execution.data.state === 'running' && (
        <Suspense>
          <Live execution={execution.data} />
        </Suspense>
      )}
    </>
  )
}

const ownersIn = (sections: ReturnType<typeof failuresOf>): string[] =>
  sections.flatMap(({ causes }) => causes.flat().flatMap(({ owners }) => owners)).sort()

const legsOf = ({ parts }: { parts: { leg: string }[] }): string[] =>
  [...new Set(parts.map(({ leg }) => leg))].sort()

/** Why there is no comparison; the run itself is still shown. */
const wordsOf = (error: unknown): string | null =>
  error === null
    ? null
    : codeOf(error) === 'CONFLICT' || codeOf(error) === 'NOT_FOUND' || codeOf(error) === 'INVALID_REQUEST'
      ? (error as Error).message
      : 'The comparison could not be loaded. Reload the page to try again.'

const titleOf = (
  execution: Parameters<typeof headlineOf>[0] | undefined,
  comparison: Parameters<typeof headlineOf>[1] | undefined,
): string => (execution ? headlineOf(execution, comparison ?? null).text : 'Execution')
