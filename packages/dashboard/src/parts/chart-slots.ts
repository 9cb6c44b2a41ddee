/** One step of the x axis. */
export interface Slot {
  key: string
  /** When it was, in a sentence. */
  text: string
  /** The text below the axis, shorter; null for most slots. */
  tick: string | null
}

const DAY_MS = 86_400_000
const MOST_TICKS = 5
const MONDAY = 1
const day = format({ weekday: 'short', day: 'numeric', month: 'short' })
const hour = format({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
const week = format({ day: 'numeric', month: 'short' })
const month = format({ month: 'short', year: 'numeric' })

/** Buckets of time as slots, oldest first; days that begin a week get the ticks. Times are UTC, as in the server's buckets. */
export function slotsOf(buckets: { bucket: string; from: string }[]): Slot[] {
  const all = buckets.map(({ bucket, from }) => ({ key: bucket, ...textsOf(bucket, new Date(from)), from }))
  const isDaily = buckets.every(({ bucket }) => /^\d{4}-\d\d-\d\d$/.test(bucket))
  const wanted = all.flatMap(({ from }, i) =>
    !isDaily || all.length < 14 || new Date(from).getUTCDay() === MONDAY ? [i] : [],
  )
  const step = Math.ceil(wanted.length / MOST_TICKS)
  const ticks = new Set(wanted.filter((_, i) => i % step === 0))
  return all.map(({ key, text, tick = text }, i) => ({ key, text, tick: ticks.has(i) ? tick : null }))
}

/** Days as slots, `2026-11-27`. */
export const daySlots = (days: string[]): Slot[] =>
  slotsOf(days.map((each) => ({ bucket: each, from: each })))

/** The last `length` days up to `last`, milliseconds, as `2026-11-27`. */
export const daysUntil = (last: number, length: number): string[] =>
  Array.from({ length }, (_, i) => new Date(last - (length - 1 - i) * DAY_MS).toISOString().slice(0, 10))

function textsOf(bucket: string, from: Date): { text: string; tick?: string } {
  if (bucket.includes('W')) {
    // The first week of a window begins within it.
    const sinceMonday = (from.getUTCDay() + 6) % 7
    const monday = week.format(new Date(from.getTime() - sinceMonday * DAY_MS))
    return { text: `Week of ${monday}`, tick: monday }
  }
  if (bucket.includes('T')) return { text: hour.format(from) }
  return { text: bucket.length === 'yyyy-mm'.length ? month.format(from) : day.format(from) }
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' })
}
