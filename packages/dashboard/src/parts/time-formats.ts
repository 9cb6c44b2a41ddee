import { useSyncExternalStore } from 'react'

/** How times are written in a language, and in the time zone of the reader's device. */
export const formatsOf = (language: string | undefined) => ({
  relative: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
  day: new Intl.DateTimeFormat(language, { dateStyle: 'medium' }),
  minute: new Intl.DateTimeFormat(language, {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }),
  complete: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'long' }),
})

/** In the language that the reader chose for the browser. */
export const OWN = formatsOf(undefined)

/** A time in UTC, in seconds: `2026-03-02T09:00:00Z`. */
export const isoText = (at: string): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z')

const KEY = 'svc.times'
const listeners = new Set<() => void>()

/** Whether the reader asked for times as ISO 8601. Stored in this browser. */
export const useIsoTimes = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => localStorage.getItem(KEY) === 'iso',
  )

export function setIsoTimes(isOn: boolean): void {
  if (isOn) localStorage.setItem(KEY, 'iso')
  else localStorage.removeItem(KEY)
  for (const each of listeners) each()
}
