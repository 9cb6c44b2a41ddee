import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import type { ExecutionFilter } from '../../data/runs.ts'
import { useKeys } from '../../frame/keys.ts'
import { TypedField } from '../../parts/typed-field.tsx'
import '../../parts/filter-row.css'

const route = getRouteApi('/o/$organization/$project/executions')
const STATES = ['failed', 'passed', 'running', 'incomplete', 'cancelled']

/** The filters of the list, all of them in the address. */
export function ExecutionFilters({ suites, branches }: { suites: string[]; branches: string[] }) {
  const filter = route.useSearch()
  const navigate = useNavigate({ from: '/o/$organization/$project/executions' })
  const field = useRef<HTMLInputElement>(null)
  useKeys([{ keys: '/', label: 'Filter', run: () => field.current?.select() }])
  const { branch = '', status = '', suite = '', pr = '', commit = '', q = '', from = '', to = '' } = filter
  const set = (name: keyof ExecutionFilter) => (value: string) =>
    navigate({
      search: (before) => ({ ...before, [name]: value === '' ? undefined : value }) as ExecutionFilter,
      replace: true,
      resetScroll: false,
    })
  return (
    <search className="filter-row">
      <TypedField
        field={field}
        label="Branch, build, message or commit"
        value={q}
        onSet={set('q')}
        className="wide"
      />
      <Choice label="Status" value={status} values={STATES} onSet={set('status')} />
      <Choice label="Suite" value={suite} values={suites} onSet={set('suite')} />
      <TypedField label="Branch" value={branch} onSet={set('branch')} suggestions={branches} />
      <details open={[pr, commit, from, to].some((value) => value !== '') || undefined}>
        <summary className="button">More filters</summary>
        <div>
          <TypedField
            label="Pull request"
            value={pr}
            onSet={(value) => set('pr')(value.replace(/\D/g, ''))}
          />
          <TypedField label="Commit" value={commit} onSet={set('commit')} />
          <TypedField label="From" type="date" value={from} onSet={set('from')} />
          <TypedField label="To" type="date" value={to} onSet={set('to')} />
        </div>
      </details>
      {Object.keys(filter).length > 0 && (
        <route.Link className="button bare" to="." search={{}}>
          Show all
        </route.Link>
      )}
    </search>
  )
}

function Choice({
  label,
  value,
  values,
  onSet,
}: {
  label: string
  value: string
  values: string[]
  onSet: (value: string) => void
}) {
  return (
    <label className="field">
      <span className="sr">{label}</span>
      <select value={value} onChange={({ target }) => onSet(target.value)}>
        <option value="">{label}: all</option>
        {[...new Set([...values, ...(value === '' ? [] : [value])])].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  )
}
