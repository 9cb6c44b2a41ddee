import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'

/** A key of the page: one character, two in a row (`g e`), or a combination with Ctrl or Cmd (`mod+k`). */
export interface Key {
  keys: string
  /** The action, for the map of keys. */
  label: string
  run: () => void
}

const TOGETHER_MS = 1_000
const OFF = 'svc.single-keys'

const registered = new Set<Key[]>()
/** True for the keys of every page; a page's own keys come first. */
const general = new Set<Key[]>()
const listeners = new Set<() => void>()
const changed = () => {
  for (const each of listeners) each()
}

/** Keys that are active while the component is visible, except while the reader types or a dialog is open. */
export function useKeys(keys: Key[], { isGeneral = false } = {}): void {
  const newest = useRef(keys)
  newest.current = keys
  const names = keys.map(({ keys: name, label }) => `${name} ${label}`).join('\n')
  // Before the paint: a key works as soon as the page that it belongs to is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: names say when the set of keys differs
  useLayoutEffect(() => {
    const own = newest.current.map((key, i) => ({ ...key, run: () => newest.current[i]?.run() }))
    const all = isGeneral ? general : registered
    all.add(own)
    changed()
    return () => {
      all.delete(own)
      changed()
    }
  }, [names, isGeneral])
}

/** All keys of the current page, for the map. */
export const keysOfPage = (): Key[] => [...general, ...registered].flat()

const areSingleKeysOn = (): boolean => localStorage.getItem(OFF) !== 'off'

/** WCAG 2.1.4: single letters can be turned off, for people who speak to their browser. */
export function setSingleKeys(isOn: boolean): void {
  localStorage.setItem(OFF, isOn ? 'on' : 'off')
  changed()
}

export const useSingleKeys = (): boolean =>
  useSyncExternalStore((each) => {
    listeners.add(each)
    return () => listeners.delete(each)
  }, areSingleKeysOn)

let before = { key: '', at: 0 }

/** Listens once for the whole page; returns a function that stops it. */
export function listenToKeys(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    const isMod = event.metaKey || event.ctrlKey
    if (event.defaultPrevented || event.altKey || event.isComposing) return
    const isCombined = isMod && !event.shiftKey
    const name = isCombined ? `mod+${event.key.toLowerCase()}` : event.key
    if (!isCombined && (isMod || isTyping(event.target) || !areSingleKeysOn())) return
    if (document.querySelector('dialog[open]')) return
    const sequence = event.timeStamp - before.at < TOGETHER_MS ? `${before.key} ${name}` : ''
    const found = keysOfPage().findLast(({ keys }) => keys === sequence || keys === name)
    before = { key: name, at: event.timeStamp }
    if (!found) return
    event.preventDefault()
    found.run()
  }
  document.addEventListener('keydown', onKeyDown)
  return () => document.removeEventListener('keydown', onKeyDown)
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
