import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { Icon } from '../parts/icon.tsx'
import type { PaletteItem, PaletteSource } from './palette-find.ts'
import { sourcesOf } from './palette-sources.ts'
import type { Place } from './place.tsx'

const MOST = 8

interface Group {
  title: string
  items: PaletteItem[]
}

/** The items that fit what is typed into the field of the palette, which has the focus and its keys. */
export function PaletteFound({
  place,
  query,
  isHasty,
  onActive,
  onKey,
  onClose,
}: {
  place: Place
  query: string
  isHasty: boolean
  /** Receives the id of the active option's element; null if nothing is found. */
  onActive: (id: string | null) => void
  /** Receives what handles a key of the field, and returns whether it was used. */
  onKey: RefObject<(event: KeyboardEvent) => boolean>
  onClose: () => void
}) {
  const [{ query: of, at }, setChosen] = useState({ query, at: 0 })
  const navigate = useNavigate()
  const { groups, isSearching } = useFound(place, query)
  const items = groups.flatMap((group) => group.items)
  const index = of === query ? at : 0
  const active = items[index]
  const activeId = active ? idOf(active) : null
  const setAt = (at: number) => setChosen({ query, at })
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    if (typeof item.go === 'string') navigate({ href: item.go })
    else item.go()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a search is the event
  useEffect(() => {
    if (isHasty && !isSearching) choose(items[0])
  }, [isHasty, isSearching])
  useLayoutEffect(() => onActive(activeId), [onActive, activeId])
  useLayoutEffect(() => {
    onKey.current = (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const isEnter = event.key === 'Enter' && !event.nativeEvent.isComposing
      if (items.length === 0 || (step === undefined && !isEnter)) return false
      event.preventDefault()
      if (step === undefined) choose(active)
      else setAt((index + step + items.length) % items.length)
      return true
    }
  })
  return (
    <>
      <div id="palette-list" role="listbox" aria-label="Found" className="palette-list">
        {groups.map(({ title, items: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options of a listbox
          <div key={title} role="group" aria-label={title}>
            <p className="palette-title" aria-hidden="true">
              {title}
            </p>
            {own.map((item) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
              <div
                key={item.id}
                id={idOf(item)}
                role="option"
                aria-selected={item === active}
                className="palette-item"
                onClick={() => choose(item)}
                onPointerMove={() => setAt(items.indexOf(item))}
              >
                <Icon name={item.icon} tone="muted" />
                <span className="name ellipsis">{item.label}</span>
                {item.note && <span className="muted end ellipsis">{item.note}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {items.length === 0 && (
        <p className="palette-none" role="status">
          {isSearching
            ? 'Searching…'
            : place.project === null
              ? 'No matches in the five projects that ran last. A project’s own pages search that project.'
              : 'No matches.'}
        </p>
      )}
    </>
  )
}

const idOf = (item: PaletteItem): string => `palette-${item.id}`

/** Shows each group of answers as soon as it is found, without waiting for the server's matches. */
function useFound(
  { organization, project }: Place,
  query: string,
): { groups: Group[]; isSearching: boolean } {
  const queries = useQueryClient()
  const [sources, setSources] = useState<PaletteSource[]>([])
  const [groups, setGroups] = useState<Group[]>([])
  const [isSearching, setSearching] = useState(true)
  useEffect(() => setSources(sourcesOf(queries, { organization, project })), [queries, organization, project])
  useEffect(() => {
    if (sources.length === 0) return
    const stop = new AbortController()
    const found = sources.map(({ title }): Group => ({ title, items: [] }))
    let left = sources.length
    setSearching(true)
    sources.forEach(async (source, i) => {
      const items = await Promise.resolve(source.find(query, MOST, stop.signal)).catch(() => [])
      if (stop.signal.aborted) return
      found[i] = { title: source.title, items }
      left--
      setGroups(found.filter((group) => group.items.length > 0))
      if (left === 0) setSearching(false)
    })
    return () => stop.abort()
  }, [query, sources])
  return { groups, isSearching }
}
