import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../../frame/keys.ts'
import { Icon } from '../../parts/icon.tsx'
import type { ExecutionSearch } from './search.ts'
import './filter-field.css'

const route = getRouteApi('/executions/$id')

/** Filters by words, and by owner and leg if there are several. What is typed is in the address. */
export function FilterField({ owners, legs }: { owners: string[]; legs: string[] }) {
  const { q = '', owner = '', leg = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/executions/$id' })
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q)
  // Back and forward change the address, and so the field.
  useEffect(() => setTyped(q), [q])
  useKeys([{ keys: '/', label: 'Filter', run: () => field.current?.select() }])
  const set = (change: { q?: string; owner?: string; leg?: string }) =>
    navigate({
      search: (before) => ({ ...before, ...withoutEmpty({ ...before, ...change }) }),
      replace: true,
      resetScroll: false,
    })
  return (
    <search className="filter">
      {owners.length > 1 || owner !== '' ? (
        <Choice label="Owner" value={owner} values={owners} onChoose={(value) => set({ owner: value })} />
      ) : null}
      {legs.length > 1 || leg !== '' ? (
        <Choice label="Leg" value={leg} values={legs} onChoose={(value) => set({ leg: value })} />
      ) : null}
      <label className="field">
        <Icon name="search" />
        <span className="sr">Filter</span>
        <input
          ref={field}
          type="search"
          placeholder="Title, file, owner, error"
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            set({ q: event.target.value })
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.currentTarget.blur()
            set({ q: '' })
          }}
        />
        <kbd className="not-phone">/</kbd>
      </label>
    </search>
  )
}

function Choice({
  label,
  value,
  values,
  onChoose,
}: {
  label: string
  value: string
  values: string[]
  onChoose: (value: string) => void
}) {
  return (
    <label className="field">
      <span className="sr">{label}</span>
      <select value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{label}: all</option>
        {[...new Set([...values, ...(value === '' ? [] : [value])])].map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  )
}

const withoutEmpty = (search: Pick<ExecutionSearch, 'q' | 'owner' | 'leg'>) => ({
  q: search.q || undefined,
  owner: search.owner || undefined,
  leg: search.leg || undefined,
})
