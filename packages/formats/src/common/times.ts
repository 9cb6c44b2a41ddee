/** A year, the longest duration that the server accepts. */
const LONGEST_MS = 366 * 86_400_000
const EARLIEST = Date.UTC(1990, 0)
const LATEST = Date.UTC(2100, 0)
/** With the name of a time zone. */
const LONGEST_MOMENT = 200

/** A duration in milliseconds; `repair` names the correction. */
export interface Duration {
  durationMs?: number
  repair?: string
}

/** The unit of numbers without one in a file. */
export type TimeUnit = 's' | 'ns'

/**
 * Nanoseconds if all times are whole numbers and one of them would be more than a year in seconds; else seconds. No
 * test takes a year, and tools that count seconds write fractions.
 */
export const unitOf = (times: Iterable<string>): TimeUnit => {
  let longest = 0
  for (const time of times) {
    if (!/^\s*\d+\s*$/.test(time)) return 's'
    longest = Math.max(longest, Number(time))
  }
  return longest * 1000 > LONGEST_MS ? 'ns' : 's'
}

/** Reads seconds as tools write them: `1.5`, `1,234.5`, `0,5`, `1.2E-4`, `3 s`, `00:01:02.5`; or whole nanoseconds. */
export const readSeconds = (text: string | undefined, unit: TimeUnit = 's'): Duration => {
  const plain = text?.trim() ?? ''
  if (unit === 'ns' && /^\d+$/.test(plain))
    return Number(plain) === 0
      ? { durationMs: 0 }
      : { durationMs: toMs(Number(plain) / 1e9), repair: 'time in nanoseconds' }
  const { durationMs, repair } = readAny(plain)
  if (durationMs === undefined || durationMs <= LONGEST_MS)
    return { ...(durationMs !== undefined && { durationMs }), ...(repair && { repair }) }
  return { repair: 'time of more than a year left out' }
}

const readAny = (plain: string): Duration => {
  if (plain === '') return {}
  const seconds = Number(plain)
  if (seconds >= 0 && seconds < Number.POSITIVE_INFINITY) return { durationMs: toMs(seconds) }
  if (seconds < 0) return { durationMs: 0, repair: 'negative time' }
  const parts = /^(?:(\d+):)?(\d{1,2}):(\d{1,2}(?:[.,]\d+)?)$/.exec(plain)
  if (parts) {
    const [, hours = '0', minutes = '0', rest = '0'] = parts
    const sum = Number(hours) * 3600 + Number(minutes) * 60 + Number(rest.replace(',', '.'))
    return { durationMs: toMs(sum) }
  }
  const united = /^(-?[\d.,\s'’\u00a0\u202f]+)(ms|s|sec|secs|seconds)?$/i.exec(plain)
  const number = united ? readNumber(united[1] ?? '') : Number.NaN
  if (Number.isNaN(number)) return { repair: 'time that is not a number' }
  if (number < 0) return { durationMs: 0, repair: 'negative time' }
  if (united?.[2]?.toLowerCase() === 'ms') return { durationMs: number }
  return { durationMs: toMs(number), ...(!united?.[2] && { repair: 'time with a comma' }) }
}

const toMs = (seconds: number) => Math.round(seconds * 1e6) / 1e3

/** The last of point and comma separates the decimals, unless it occurs several times. */
const readNumber = (text: string): number => {
  const digits = text.replaceAll(/[\s'’\u00a0\u202f]/g, '')
  const [commas, points] = [digits.split(',').length - 1, digits.split('.').length - 1]
  const isComma = commas === 1 && (points !== 1 || digits.indexOf(',') > digits.indexOf('.'))
  const plain = isComma ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '')
  return plain === '' ? Number.NaN : Number(plain)
}

/** A time in milliseconds since the epoch; without a time zone it counts as UTC. */
export const readTimestamp = (text: string | undefined): number | undefined => {
  const plain = text?.trim() ?? ''
  if (plain === '') return undefined
  const moment = toMoment(plain)
  return moment >= EARLIEST && moment < LATEST ? Math.round(moment) : undefined
}

const toMoment = (text: string): number => {
  if (/^\d{9,10}(?:\.\d+)?$/.test(text)) return Number(text) * 1000
  if (/^\d{12,13}$/.test(text)) return Number(text)
  // More fractional digits than Date accepts, and a comma before them.
  const iso =
    /^(\d{4}-\d\d-\d\d)(?:T\s?|\s)(\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9}))?\s*(Z|[+-]\d\d:?\d\d)?$/i.exec(text)
  if (iso) {
    const [, day, time, fraction = '0', zone = 'Z'] = iso
    return (
      Date.parse(`${day}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${toZone(zone)}`) ||
      parseShort(day, time, zone)
    )
  }
  if (text.length > LONGEST_MOMENT) return Number.NaN
  const hasZone = /(?:GMT|UTC|Z|[+-]\d\d:?\d\d|\b[A-Z]{3,4})\s*(?:\([^)]*\))?$/.test(text)
  return Date.parse(hasZone ? text : `${text} UTC`)
}

const parseShort = (day: string | undefined, time: string | undefined, zone: string) =>
  Date.parse(`${day}T${time}:00${toZone(zone)}`)

const toZone = (zone: string) =>
  /^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone.toUpperCase()
