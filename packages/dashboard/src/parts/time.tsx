import { durationText } from './words.ts'

const MINUTE_MS = 60_000
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
]
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' })

/** A point in time: in words up to a month ago, then as a date. Its title is the complete time. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at}>
      {timeText(at, Date.now())}
    </time>
  )
}

/** The day of a time, such as `2 Apr 2027`. */
export const dayText = (at: string): string => absolute.format(new Date(at))

export function timeText(at: string, now: number): string {
  const minutes = (Date.parse(at) - now) / MINUTE_MS
  if (Math.abs(minutes) > 30 * 1_440) return dayText(at)
  const [unit, size] = UNITS.find(([, each]) => Math.abs(minutes) >= each) ?? ['minute', 1]
  return Math.abs(minutes) < 1 ? 'just now' : relative.format(Math.round(minutes / size), unit)
}

/** A duration. */
export function Duration({ ms }: { ms: number }) {
  return <time dateTime={`PT${(ms / 1_000).toFixed(3)}S`}>{durationText(ms)}</time>
}
