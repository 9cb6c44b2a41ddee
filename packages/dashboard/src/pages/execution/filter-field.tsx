import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useKeys } from '../../frame/keys.ts'
import { allOr, FilterSelect } from '../../parts/filter-select.tsx'
import { Icon } from '../../parts/icon.tsx'
import type { ExecutionSearch } from './search.ts'
import './filter-field.css'

const route = getRouteApi('/executions/$id')

/** Filters by words, and by owner and leg if there are several. The address contains the typed text. */
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
        <FilterSelect
          label="Owner"
          value={owner}
          options={allOr('Owner', owners)}
          onChoose={(value) => set({ owner: value })}
        />
      ) : null}
      {legs.length > 1 || leg !== '' ? (
        <FilterSelect
          label="Leg"
          value={leg}
          options={allOr('Leg', legs)}
          onChoose={(value) => set({ leg: value })}
        />
      ) : null}
      <label className="field">
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          aria-label="Filter"
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

const withoutEmpty = (search: Pick<ExecutionSearch, 'q' | 'owner' | 'leg'>) => ({
  q: search.q || undefined,
  owner: search.owner || undefined,
  leg: search.leg || undefined,
})
