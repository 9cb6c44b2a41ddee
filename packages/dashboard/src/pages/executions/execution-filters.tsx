import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { ExecutionFilter } from '../../data/runs.ts'
import { Button } from '../../parts/button.tsx'
import { allOr, FilterSelect } from '../../parts/filter-select.tsx'
import { TypedField } from '../../parts/typed-field.tsx'
import '../../parts/filter-row.css'

const route = getRouteApi('/o/$organization/$project/executions')
const STATES = ['failed', 'passed', 'running', 'incomplete', 'cancelled']

/** The filters of the list, all of them in the address. */
export function ExecutionFilters({ suites, branches }: { suites: string[]; branches: string[] }) {
  const filter = route.useSearch()
  const navigate = useNavigate({ from: '/o/$organization/$project/executions' })
  const { branch = '', status = '', suite = '', pr = '', commit = '', q = '', from = '', to = '' } = filter
  const more = useId()
  const [chosen, setMore] = useState<boolean | null>(null)
  const isMore = chosen ?? [pr, commit, from, to].some((value) => value !== '')
  const set = (name: keyof ExecutionFilter) => (value: string) =>
    navigate({
      search: (before) => ({ ...before, [name]: value === '' ? undefined : value }) as ExecutionFilter,
      replace: true,
      resetScroll: false,
    })
  return (
    <search className="filter-row">
      <TypedField
        keyLabel="Filter"
        label="Branch, build, message or commit"
        value={q}
        onSet={set('q')}
        className="wide"
      />
      <FilterSelect
        label="Status"
        value={status}
        options={allOr('Status', STATES)}
        onChoose={set('status')}
      />
      <FilterSelect label="Suite" value={suite} options={allOr('Suite', suites)} onChoose={set('suite')} />
      <TypedField label="Branch" value={branch} onSet={set('branch')} suggestions={branches} />
      <Button aria-expanded={isMore} aria-controls={more} onClick={() => setMore(!isMore)}>
        {isMore ? 'Fewer filters' : 'More filters'}
      </Button>
      {Object.keys(filter).length > 0 && (
        <route.Link className="button bare" to="." search={{}}>
          Show all
        </route.Link>
      )}
      <div id={more} className="further" hidden={!isMore}>
        <TypedField label="Pull request" value={pr} onSet={(value) => set('pr')(value.replace(/\D/g, ''))} />
        <TypedField label="Commit" value={commit} onSet={set('commit')} />
        <TypedField label="From" type="date" value={from} onSet={set('from')} />
        <TypedField label="Before" type="date" value={to} onSet={set('to')} />
      </div>
    </search>
  )
}
