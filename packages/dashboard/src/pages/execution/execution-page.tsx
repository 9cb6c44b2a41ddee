import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { codeOf } from '../../data/code-of.ts'
import type { Progress } from '../../data/live.ts'
import { comparisonOf, type Execution, executionOf } from '../../data/queries.ts'
import { signOf, useIsPlace, useTitle } from '../../frame/place.tsx'
import { Trouble } from '../../frame/trouble.tsx'
import { CountFilter } from '../../parts/count-filter.tsx'
import { Skeleton } from '../../parts/empty-state.tsx'
import { Answer, headlineOf } from './answer.tsx'
import { FailureList } from './failure-list.tsx'
import { failuresOf, isPartial } from './failures-of.ts'
import { FilterField } from './filter-field.tsx'
import { type ExecutionSearch, listedOf } from './search.ts'
import './execution-page.css'

const route = getRouteApi('/executions/$id')

/** Its virtual list is not needed for the first view. */
const AllResults = lazy(async () => ({ default: (await import('./all-results.tsx')).AllResults }))

const TimeLine = lazy(async () => ({ default: (await import('./time-line.tsx')).TimeLine }))

const GreenRun = lazy(async () => ({ default: (await import('./failure-list-later.ts')).GreenRun }))

/** Only a running execution needs it. */
const Live = lazy(async () => ({ default: (await import('./live.tsx')).Live }))

/** Why a run failed: the answer first, then the failures by cause, then everything else. */
export function ExecutionPage() {
  const { id } = route.useParams()
  // A selected test draws only its row and its detail anew.
  const search = route.useSearch({
    select: ({ view, status, q, owner, leg }) => ({ view, status, q, owner, leg }),
  })
  const execution = useQuery(executionOf(id))
  const comparison = useQuery(comparisonOf(id))
  useIsPlace(execution.isError ? null : execution.data?.project, execution.data?.organization)
  const isRunning = execution.data?.state === 'running'
  const [progress, setProgress] = useState<Progress | null>(null)
  // The counts move while the list of failures waits to be shown.
  const now = execution.data && nowOf(execution.data, progress)
  const answer = now && headlineOf(now, comparison.data ?? null)
  useTitle(answer?.text ?? 'Execution', answer && signOf(answer.tone, isRunning))
  const compared = comparison.data ?? null
  const sections = useMemo(
    () => (execution.data && !comparison.isPending ? failuresOf(execution.data, compared) : []),
    [execution.data, compared, comparison.isPending],
  )
  // The filter answers the press, before another list is drawn.
  const isTime = useDeferredValue(search.view === 'time')
  const listed = useDeferredValue(listedOf(search))
  if (execution.error) return <Trouble error={execution.error} onRetry={() => execution.refetch()} />
  // Shows everything in one step, because a comparison that arrives later would move the failures.
  if (!execution.data || !now || comparison.isPending) return <Skeleton rows={8} />
  const { counts } = now
  const { organization, project } = execution.data
  const loaded = [...new Set(ownersIn(sections))]
  const isOwned = search.owner !== undefined || loaded.length > 1 || listed !== null || isPartial(sections)
  return (
    <>
      <Answer execution={now} comparison={compared} trouble={wordsOf(comparison.error)} />
      <CountFilter counts={counts} chosen={search.view === 'time' ? null : (search.status ?? 'failed')}>
        {!isTime && (
          <FilterField
            owned={isOwned ? { organization, project, loaded } : null}
            legs={legsOf(execution.data)}
          />
        )}
      </CountFilter>
      {isTime ? (
        <Suspense fallback={<Skeleton rows={8} />}>
          <TimeLine key={execution.data.id} execution={execution.data} />
        </Suspense>
      ) : listed !== null ? (
        <Suspense fallback={<Skeleton rows={12} />}>
          <AllResults execution={execution.data} status={listed} sections={sections} />
        </Suspense>
      ) : (
        <FailureList
          key={execution.data.id}
          execution={execution.data}
          comparison={compared}
          sections={sections}
        />
      )}
      {!isTime && listed === null && execution.data.state === 'passed' && isUnfiltered(search) && (
        <Suspense>
          <GreenRun execution={execution.data} comparison={compared} />
        </Suspense>
      )}
      {execution.data.state === 'running' && (
        <Suspense>
          <Live
            execution={execution.data}
            expected={compared?.base?.counts.total ?? 0}
            onProgress={setProgress}
          />
        </Suspense>
      )}
    </>
  )
}

const isUnfiltered = ({ q, owner, leg }: ExecutionSearch): boolean =>
  q === undefined && owner === undefined && leg === undefined

const ownersIn = (sections: ReturnType<typeof failuresOf>): string[] =>
  sections.flatMap(({ causes }) => causes.flat().flatMap(({ owners }) => owners))

const legsOf = ({ parts }: { parts: { leg: string }[] }): string[] =>
  [...new Set(parts.map(({ leg }) => leg))].sort()

/** Why there is no comparison; the run itself is still shown. */
const wordsOf = (error: unknown): string | null =>
  error === null
    ? null
    : codeOf(error) === 'CONFLICT' || codeOf(error) === 'NOT_FOUND' || codeOf(error) === 'INVALID_REQUEST'
      ? (error as Error).message
      : 'The comparison could not be loaded. Reload the page to try again.'

const nowOf = (execution: Execution, progress: Progress | null): Execution & { isOver?: boolean } =>
  progress === null
    ? execution
    : { ...execution, counts: progress.counts, isOver: progress.state !== 'running' }
