import { z } from 'zod'

/** A time that a caller wrote. */
export interface ReadTime {
  /** Milliseconds since the epoch. */
  at: number
  /** False if it names no time zone: then it is UTC. */
  hasZone: boolean
}

const DATE = /^(\d{4})(?:-?W(\d\d)(?:-?([1-7]))?|-?(\d{3})|-?(\d\d)-?(\d\d)|-(\d\d))?$/
const TIME = /^(\d\d)(?::?(\d\d)(?::?(\d\d))?)?(?:[.,](\d+))?$/
const ZONE = /(?:(Z)|([+\-\u2212])(\d\d)(?::?(\d\d))?)$/i

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Reads a time of ISO 8601 in its basic or extended format: calendar, week and ordinal dates, down to any precision. What
 * is left out is the beginning of the rest, and UTC. Returns null for anything else, and for a time that does not exist.
 */
export function readIsoTime(text: string): ReadTime | null {
  const [date = '', time, ...rest] = text.trim().split(/[T ]/i)
  if (rest.length > 0) return null
  const day = readDate(date)
  if (day === null || time === undefined) return day === null ? null : { at: day, hasZone: false }
  const zone = ZONE.exec(time)
  const ofDay = readTime(zone ? time.slice(0, zone.index) : time)
  const offset = zone ? readOffset(zone) : 0
  if (ofDay === null || offset === null) return null
  return { at: day + ofDay - offset, hasZone: zone !== null }
}

/** A time of ISO 8601 in a request, as a verb reads it: in UTC. */
export const isoTime = (refusal: string) =>
  z.string().transform((text, context) => {
    const time = readIsoTime(text)
    if (time !== null) return new Date(time.at).toISOString()
    context.addIssue({ code: 'custom', message: refusal })
    return z.NEVER
  })

function readDate(date: string): number | null {
  const [, year, week, weekday = '1', ordinal, month, day, monthAlone] = DATE.exec(date) ?? []
  if (year === undefined) return null
  if (week !== undefined) return ofWeek(Number(year), Number(week), Number(weekday))
  if (ordinal !== undefined) return within(startOf(Number(year), 0, Number(ordinal)), 'year', Number(year))
  const inYear = Number(month ?? monthAlone ?? 1) - 1
  if (inYear < 0 || inYear > 11) return null
  return within(startOf(Number(year), inYear, Number(day ?? 1)), 'month', inYear)
}

/** Milliseconds of a day, which may lie outside of its month. */
function startOf(year: number, month: number, day: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  return date.getTime()
}

function within(at: number, unit: 'year' | 'month', expected: number): number | null {
  const date = new Date(at)
  return (unit === 'year' ? date.getUTCFullYear() : date.getUTCMonth()) === expected ? at : null
}

/** The first week of a year has its first Thursday. */
function ofWeek(year: number, week: number, weekday: number): number | null {
  const fourth = startOf(year, 0, 4)
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS
  const thursday = monday + ((week - 1) * 7 + 3) * DAY_MS
  if (new Date(thursday).getUTCFullYear() !== year) return null
  return monday + ((week - 1) * 7 + weekday - 1) * DAY_MS
}

/** Milliseconds since midnight. A fraction is one of the smallest unit; 24:00 and a leap second exist. */
function readTime(time: string): number | null {
  const [, hour, minute, second, fraction = '0'] = TIME.exec(time) ?? []
  if (hour === undefined) return null
  const [hours, minutes, seconds] = [Number(hour), Number(minute ?? 0), Number(second ?? 0)]
  const unit = second !== undefined ? SECOND_MS : minute !== undefined ? MINUTE_MS : HOUR_MS
  const part = Number(`0.${fraction}`)
  if (hours > 24 || minutes > 59 || seconds > 60) return null
  if (hours === 24 && minutes + seconds + part > 0) return null
  if (seconds === 60 && minutes !== 59) return null
  return hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS + Math.floor(part * unit)
}

function readOffset([, utc, sign, hours, minutes = '0']: RegExpExecArray): number | null {
  if (utc !== undefined) return 0
  if (Number(hours) > 23 || Number(minutes) > 59) return null
  return (sign === '+' ? 1 : -1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
}
