import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import './palette.css'

export interface PaletteItem {
  id: string
  label: string
  note?: string
  icon: IconName
  /** An address of the dashboard, or what to do. */
  go: string | (() => void)
}

/** What the palette searches: one group of its answers. */
export interface PaletteSource {
  title: string
  /** At most `most` items that fit; the signal ends a search that a further letter made useless. */
  find(query: string, most: number, signal: AbortSignal): PaletteItem[] | Promise<PaletteItem[]>
}

const MOST = 8

interface Group {
  title: string
  items: PaletteItem[]
}

/** Searches all sources and goes where the chosen item leads. */
export function Palette({ sources, onClose }: { sources: PaletteSource[]; onClose: () => void }) {
  const [query, setQuery] = useState('')
  const [groups, setGroups] = useState<Group[]>([])
  const [isSearching, setSearching] = useState(true)
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const own = useId()
  useEffect(() => {
    const stop = new AbortController()
    const found = sources.map(({ title }): Group => ({ title, items: [] }))
    let left = sources.length
    setAt(0)
    setSearching(true)
    // Each group shows as soon as it is found: a page does not wait for what the server searches.
    sources.forEach(async (source, place) => {
      const items = await Promise.resolve(source.find(query.trim(), MOST, stop.signal)).catch(() => [])
      if (stop.signal.aborted) return
      found[place] = { title: source.title, items }
      left--
      setGroups(found.filter((group) => group.items.length > 0))
      setSearching(left > 0)
    })
    return () => stop.abort()
  }, [query, sources])
  const items = groups.flatMap((group) => group.items)
  const choose = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    if (typeof item.go === 'string') navigate({ href: item.go })
    else item.go()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter') choose(items[at])
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
          onChange={(event) => setQuery(event.target.value)}
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
          {isSearching ? 'Searching…' : 'Nothing here has this name.'}
        </p>
      )}
    </Dialog>
  )
}
