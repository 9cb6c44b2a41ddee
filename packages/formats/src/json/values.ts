import type { Sink } from '../format.ts'

/** An object from an untrusted source: any field may be missing or of another type. */
export type Fields = Record<string, unknown>

const NO_FIELDS: Fields = Object.freeze(Object.create(null))
const LONGEST_MS = 366 * 86_400_000
/** Dates outside these years cannot be dates of test runs. */
const EARLIEST = Date.UTC(1980, 0)
const LATEST = Date.UTC(2200, 0)

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : NO_FIELDS)

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Undefined for an empty text and for any other type. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** A text, or a number as text, because titles may be either. */
export const titleOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''

export const wholeOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** A time in milliseconds; invalid times are corrected. */
export const durationOf = (value: unknown, sink: Pick<Sink, 'repaired'>, line?: number): number => {
  if (value === undefined || value === null) return 0
  const ms = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof ms !== 'number' || Number.isNaN(ms)) {
    sink.repaired('time that is not a number', line)
    return 0
  }
  if (ms < 0) sink.repaired('negative time', line)
  if (ms > LONGEST_MS) sink.repaired('time of more than a year left out', line)
  return ms > LONGEST_MS ? 0 : Math.max(0, ms)
}

/** Milliseconds since the epoch, from a number or a date as text; undefined if it is neither. */
export const dateOf = (value: unknown, sink?: Pick<Sink, 'repaired'>, line?: number): number | undefined => {
  if (value === undefined || value === null || value === '' || value === 0) return undefined
  const ms = typeof value === 'string' ? Date.parse(value) : value
  if (typeof ms === 'number' && ms >= EARLIEST && ms <= LATEST) return ms
  if (typeof ms === 'number' && ms >= EARLIEST / 1000 && ms <= LATEST / 1000) {
    sink?.repaired('date in seconds', line)
    return ms * 1000
  }
  sink?.repaired('invalid date', line)
  return undefined
}
