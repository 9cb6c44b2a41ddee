import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import type { PaletteFound } from './palette-found.tsx'
import type { Place } from './place.tsx'
import './palette.css'

/**
 * What the palette finds, in a separate file: the field accepts the first letter before this file
 * has loaded.
 */
export const loadFound = () => import('./palette-found.tsx')

/** The search over all pages and objects of a project. Choosing an item opens its page. */
export function Palette({ place, onClose }: { place: Place; onClose: () => void }) {
  const [query, setQuery] = useState('')
  /** Enter was pressed before anything was found. */
  const [isHasty, setHasty] = useState(false)
  const [active, setActive] = useState<string | null>(null)
  const [Found, setFound] = useState<typeof PaletteFound | 'failed' | null>(null)
  const onFoundKey = useRef((_: KeyboardEvent): boolean => false)
  useEffect(() => {
    loadFound().then(
      ({ PaletteFound }) => setFound(() => PaletteFound),
      () => setFound('failed'),
    )
  }, [])
  return (
    <Dialog title="Search or go to" kind="palette" onClose={onClose}>
      <label className="palette-field">
        <Icon name="search" />
        <span className="sr">Search or go to</span>
        <input
          role="combobox"
          aria-expanded={active !== null}
          aria-controls="palette-list"
          aria-autocomplete="list"
          {...(active !== null && { 'aria-activedescendant': active })}
          placeholder="Test, pull request, commit, project or page"
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setHasty(false)
          }}
          onKeyDown={(event) => {
            if (!onFoundKey.current(event) && event.key === 'Enter' && !event.nativeEvent.isComposing)
              setHasty(true)
          }}
        />
      </label>
      {Found === null || Found === 'failed' ? (
        <p id="palette-list" className="palette-none" role="status">
          {Found === null
            ? 'Searching…'
            : 'The search could not be loaded. Close this, and try again when the server responds.'}
        </p>
      ) : (
        <Found
          place={place}
          query={query.trim()}
          isHasty={isHasty}
          onActive={setActive}
          onKey={onFoundKey}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
