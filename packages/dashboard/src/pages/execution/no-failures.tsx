import { getRouteApi } from '@tanstack/react-router'
import type { Execution } from '../../data/queries.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { count } from '../../parts/words.ts'

const route = getRouteApi('/executions/$id')

/** Why the list of failures is empty, and a way on. */
export function NoFailures({ execution, isFiltered }: { execution: Execution; isFiltered: boolean }) {
  const { counts, state } = execution
  const all = (
    <route.Link
      className="button"
      to="."
      search={(before) => ({ ...before, status: 'all', q: undefined, owner: undefined, leg: undefined })}
    >
      All results
    </route.Link>
  )
  if (isFiltered)
    return (
      <EmptyState icon="search" title="No failure fits this filter">
        <route.Link
          className="button"
          to="."
          search={(before) => ({ ...before, q: undefined, owner: undefined, leg: undefined })}
        >
          Clear the filter
        </route.Link>
      </EmptyState>
    )
  const failures = counts.failed + counts.errors
  if (failures > 0 && execution.resultsRemovedAt !== null)
    return (
      <EmptyState icon="failed" title={`${count(failures, 'failure')} can no longer be listed`}>
        <p>Retention removed the results of this run.</p>
      </EmptyState>
    )
  if (failures > 0)
    return (
      <EmptyState icon="failed" title={`${count(failures, 'failure')} cannot be listed by verdict`}>
        {all}
      </EmptyState>
    )
  if (state === 'running')
    return (
      <EmptyState icon="clock" title="No failure so far">
        <p>The run is still in progress. New results appear below.</p>
        {all}
      </EmptyState>
    )
  return (
    <EmptyState icon="passed" title="Nothing broke">
      {all}
    </EmptyState>
  )
}
