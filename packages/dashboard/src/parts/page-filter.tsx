import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useKeys } from '../frame/keys.ts'
import { FilterSelect, type Option } from './filter-select.tsx'
import { Icon } from './icon.tsx'
import './page-filter.css'

/** The filters of a list, in one line. Each is a search parameter of the address. */
export function PageFilter({ children }: { children: ReactNode }) {
  return <search className="page-filter">{children}</search>
}

/** Chooses a search parameter from a list. */
export function FilterChoice({
  name,
  label,
  value = '',
  options,
}: {
  name: string
  label: string
  value: string | undefined
  options: Option[]
}) {
  const set = useSetSearch()
  return <FilterSelect {...{ label, value, options }} onChoose={(chosen) => set(name, chosen)} />
}

/** A text in the address, set while somebody types; the key `/` focuses it. */
export function FilterText({
  name,
  label,
  value = '',
  hasKey = false,
}: {
  name: string
  label: string
  value: string | undefined
  hasKey?: boolean
}) {
  const set = useSetSearch()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(value)
  // Back and forward change the address, and so the field.
  useEffect(() => setTyped(value), [value])
  useKeys(hasKey ? [{ keys: '/', label, run: () => field.current?.select() }] : [])
  // Each letter would be a request to the server, so only the last one of a burst is sent.
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => set(name, typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, value, name, set])
  return (
    <label className="field">
      <Icon name={hasKey ? 'search' : 'branch'} />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') set(name, typed)
          if (event.key !== 'Escape') return
          event.currentTarget.blur()
          set(name, '')
        }}
      />
      {hasKey && <kbd className="not-phone">/</kbd>}
    </label>
  )
}

const PAUSE_MS = 200

/** Sets one search parameter of the page; an empty value removes it. */
function useSetSearch(): (name: string, value: string) => void {
  const navigate = useNavigate()
  const newest = useRef(navigate)
  newest.current = navigate
  const [set] = useState(() => (name: string, value: string) => {
    void newest.current({
      to: '.',
      search: ((before: object) => ({ ...before, [name]: value || undefined })) as never,
      replace: true,
      resetScroll: false,
    })
  })
  return set
}

/** A day in the address, `2026-01-31`. */
export function FilterDate({
  name,
  label,
  value = '',
}: {
  name: string
  label: string
  value: string | undefined
}) {
  const set = useSetSearch()
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type="date"
        value={value.slice(0, 10)}
        min="1970-01-01"
        max="2099-12-31"
        onChange={(event) => {
          // An incomplete date is not a date yet.
          if (event.target.value === '' || event.target.validity.valid) set(name, event.target.value)
        }}
      />
    </label>
  )
}
