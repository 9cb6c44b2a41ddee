import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useKeys } from '../../frame/keys.ts'
import { Icon } from '../../parts/icon.tsx'

const route = getRouteApi('/o/$organization/knowledge/$')

/** Searches on Enter, so that Back leaves each search as a state of the page. */
export function SearchField({ project }: { project: string | undefined }) {
  const { q = '' } = route.useSearch()
  const navigate = useNavigate({ from: '/o/$organization/knowledge/$' })
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(q)
  // Back and forward change the address, and so the field.
  useEffect(() => setTyped(q), [q])
  useKeys([{ keys: '/', label: 'Search documents', run: () => field.current?.select() }])
  const search = (event: FormEvent) => {
    event.preventDefault()
    navigate({ search: ({ scope }) => (typed.trim() === '' ? {} : { q: typed.trim(), scope }) })
  }
  return (
    <search>
      <form onSubmit={search}>
        <label className="field">
          <Icon name="search" />
          <input
            ref={field}
            type="search"
            aria-label="Search documents"
            placeholder={project === undefined ? 'Search all documents' : `Search ${project}`}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <kbd className="not-phone">/</kbd>
        </label>
      </form>
    </search>
  )
}
