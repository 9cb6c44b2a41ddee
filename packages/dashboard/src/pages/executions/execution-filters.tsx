import { getRouteApi } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { Button } from '../../parts/button.tsx'
import { allOr } from '../../parts/filter-select.tsx'
import { FilterChoice, FilterDate, useSetSearch } from '../../parts/page-filter.tsx'
import { TypedField } from '../../parts/typed-field.tsx'
import '../../parts/filter-row.css'

const route = getRouteApi('/o/$organization/$project/executions')
const STATES = ['failed', 'passed', 'running', 'incomplete', 'cancelled']

/** The filters of the list, all of them in the address. */
export function ExecutionFilters({ suites, branches }: { suites: string[]; branches: string[] }) {
  const filter = route.useSearch()
  const set = useSetSearch()
  const { branch = '', status = '', suite = '', pr = '', commit = '', q = '', from = '', to = '' } = filter
  const more = useId()
  const [chosen, setMore] = useState<boolean | null>(null)
  const isMore = chosen ?? [pr, commit, from, to].some((value) => value !== '')
  return (
    <search className="filter-row">
      <TypedField
        keyLabel="Filter"
        label="Branch, build, message or commit"
        value={q}
        onSet={(value) => set('q', value)}
        className="wide"
      />
      <FilterChoice name="status" label="Status" value={status} options={allOr('Status', STATES)} />
      {(suites.length > 1 || suite !== '') && (
        <FilterChoice name="suite" label="Suite" value={suite} options={allOr('Suite', suites)} />
      )}
      <TypedField
        label="Branch"
        value={branch}
        onSet={(value) => set('branch', value)}
        suggestions={branches}
      />
      <Button aria-expanded={isMore} aria-controls={more} onClick={() => setMore(!isMore)}>
        {isMore ? 'Fewer filters' : 'More filters'}
      </Button>
      {Object.keys(filter).length > 0 && (
        <route.Link className="button bare" to="." search={{}}>
          Show all
        </route.Link>
      )}
      <div id={more} className="further" hidden={!isMore}>
        <TypedField label="Pull request" value={pr} onSet={(value) => set('pr', value.replace(/\D/g, ''))} />
        <TypedField label="Commit" value={commit} onSet={(value) => set('commit', value)} />
        <FilterDate name="from" label="From" value={from} />
        <FilterDate name="to" label="Before" value={to} />
      </div>
    </search>
  )
}
