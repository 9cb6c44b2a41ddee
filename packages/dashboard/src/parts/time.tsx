import { useSyncExternalStore } from 'react'
import { isoText, OWN, useIsoTimes } from './time-formats.ts'
import { durationText } from './words.ts'

const MINUTE_MS = 60_000
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
]

/**
 * A point in time: in words up to a month ago, which move on, then as a date; ISO 8601 if the
 * reader asked for it. Its title has the complete time with its zone, and ISO 8601.
 */
export function Time({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={`${OWN.complete.format(new Date(at))}\n${isoText(at)}`}>
      {useIsoTimes() ? isoText(at) : timeText(at, now)}
    </time>
  )
}

/** The day of a time, such as `2 Apr 2027`, as the reader's language writes it. */
export const dayText = (at: string, { day } = OWN): string => day.format(new Date(at))

/** A time to the minute, with its zone. */
export const minuteText = (at: string, { minute } = OWN): string => minute.format(new Date(at))

export function timeText(at: string, now: number, formats = OWN): string {
  const minutes = (Date.parse(at) - now) / MINUTE_MS
  if (Math.abs(minutes) > 30 * 1_440) return dayText(at, formats)
  const [unit, size] = UNITS.find(([, each]) => Math.abs(minutes) >= each) ?? ['second', 1]
  return formats.relative.format(unit === 'second' ? 0 : Math.round(minutes / size), unit)
}

/** A duration. */
export function Duration({ ms }: { ms: number }) {
  return <time dateTime={`PT${(ms / 1_000).toFixed(3)}S`}>{durationText(ms)}</time>
}

const TICK_MS = 20_000
const listeners = new Set<() => void>()
let now = Date.now()
let isTicking = false

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}

function listen(listener: () => void): () => void {
  if (!isTicking) {
    isTicking = true
    setInterval(tick, TICK_MS)
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The time in milliseconds, which moves on; one timer serves the whole tab. */
export const useNow = (): number => useSyncExternalStore(listen, () => now)
