import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import type { Place } from './place.tsx'
import './palette.css'

export interface PaletteItem {
  id: string
  label: string
  note?: string
  icon: IconName
  /** An address of the dashboard, or an action. */
  go: string | (() => void)
}

/** A source of the palette: one group of its answers. */
export interface PaletteSource {
  title: string
  /** At most `most` matching items; the signal ends a search that a further letter made obsolete. */
  find(query: string, most: number, signal: AbortSignal): PaletteItem[] | Promise<PaletteItem[]>
}

const MOST = 8

interface Group {
  title: string
  items: PaletteItem[]
}

/**
 * The sources of the palette, in a separate file: the field accepts the first letter before this
 * file has loaded.
 */
export const loadSources = () => import('./palette-sources.ts')

/** The search over all pages and objects of a project. Choosing an item opens its page. */
export function Palette({ place, onClose }: { place: Place; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  /** Enter was pressed before anything was found. */
  const [isHasty, setHasty] = useState(false)
  const navigate = useNavigate()
  const own = useId()
  const { groups, state } = useFound(place, query.trim())
  const items = groups.flatMap((group) => group.items)
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    if (typeof item.go === 'string') navigate({ href: item.go })
    else item.go()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of a search is the event
  useEffect(() => {
    if (isHasty && state !== 'searching') choose(items[0])
  }, [isHasty, state])
  const type = (text: string) => {
    setQuery(text)
    setAt(0)
    setHasty(false)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (items.length > 0) choose(items[at])
      else setHasty(true)
    }
    if (step === undefined || items.length === 0) return
    event.preventDefault()
    setAt((at + step + items.length) % items.length)
  }
  const idOf = (item: PaletteItem) => `${own}-${item.id}`
  const active = items[at]
  return (
    <Dialog title="Search or go to" kind="palette" onClose={onClose}>
      <label className="palette-field">
        <Icon name="search" />
        <span className="sr">Search or go to</span>
        <input
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={`${own}-list`}
          aria-autocomplete="list"
          {...(active && { 'aria-activedescendant': idOf(active) })}
          placeholder="Test, pull request, commit, project or page"
          value={query}
          onChange={(event) => type(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </label>
      <div id={`${own}-list`} role="listbox" aria-label="Found" className="palette-list">
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
                <span className="ellipsis">{item.label}</span>
                {item.note && <span className="muted end nowrap">{item.note}</span>}
              </div>
            ))}
          </div>
        ))}
      </div>
      {items.length === 0 && (
        <p className="palette-none" role="status">
          {WORDS[state]}
        </p>
      )}
    </Dialog>
  )
}

const WORDS = {
  searching: 'Searching…',
  done: 'No matches.',
  failed: 'The search could not be loaded. Close this, and try again when the server responds.',
} as const

/** Shows each group of answers as soon as it is found, without waiting for the server's matches. */
function useFound(
  { organization, project }: Place,
  query: string,
): { groups: Group[]; state: keyof typeof WORDS } {
  const queries = useQueryClient()
  const [sources, setSources] = useState<PaletteSource[] | null>(null)
  const [groups, setGroups] = useState<Group[]>([])
  const [state, setState] = useState<keyof typeof WORDS>('searching')
  useEffect(() => {
    let isWanted = true
    loadSources().then(
      ({ sourcesOf }) => isWanted && setSources(sourcesOf(queries, { organization, project })),
      () => isWanted && setState('failed'),
    )
    return () => {
      isWanted = false
    }
  }, [queries, organization, project])
  useEffect(() => {
    if (!sources) return
    const stop = new AbortController()
    const found = sources.map(({ title }): Group => ({ title, items: [] }))
    let left = sources.length
    setState('searching')
    sources.forEach(async (source, i) => {
      const items = await Promise.resolve(source.find(query, MOST, stop.signal)).catch(() => [])
      if (stop.signal.aborted) return
      found[i] = { title: source.title, items }
      left--
      setGroups(found.filter((group) => group.items.length > 0))
      if (left === 0) setState('done')
    })
    return () => stop.abort()
  }, [query, sources])
  return { groups, state }
}
