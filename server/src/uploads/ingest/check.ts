import { type Group, LIMITS, storable } from '@svc/protocol'
import { Problem } from '../../ground/kernel/problem.ts'
import type { ReadBody } from './segment.ts'

/** Hand-written, because a schema library took thirty times as long on the hot path. */

/** Where in the body a value is, for example `line 3, attempt[2]`. */
export type Place = string

export function refuse(place: Place, expected: string, got?: unknown): never {
  const actual = got === undefined ? '' : `, not ${describe(got)}`
  throw new Problem('INVALID_REQUEST', `${place}: expected ${expected}${actual}.`)
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  const text = JSON.stringify(typeof value === 'string' ? value.slice(0, 60) : value) ?? typeof value
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}

export function object(place: Place, value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(place, 'an object', value)
  return value as Record<string, unknown>
}

export function list(place: Place, value: unknown, most: number): unknown[] {
  if (!Array.isArray(value)) refuse(place, 'an array', value)
  if (value.length > most) refuse(place, `at most ${most} items`, value.length)
  return value
}

/** A string never has more UTF-16 units than UTF-8 bytes, so most strings pass without a measurement. */
export function text(place: Place, value: unknown, mostBytes: number = LIMITS.textBytes): string {
  if (typeof value !== 'string') refuse(place, 'a string', value)
  const kept = value.isWellFormed() && !value.includes('\0') ? value : storable(value)
  if (kept.length * 3 > mostBytes && Buffer.byteLength(kept) > mostBytes)
    throw new Problem('PAYLOAD_TOO_LARGE', `${place}: expected at most ${mostBytes} bytes of text.`)
  return kept
}

export function filled(place: Place, value: unknown, mostBytes?: number): string {
  const checked = text(place, value, mostBytes)
  if (checked === '') refuse(place, 'a non-empty string', value)
  return checked
}

export function number(
  place: Place,
  value: unknown,
  least = 0,
  most: number = Number.MAX_SAFE_INTEGER,
): number {
  if (typeof value !== 'number' || !(value >= least && value <= most))
    refuse(place, `a number from ${least} to ${most}`, value)
  return value
}

export function whole(place: Place, value: unknown, least = 0, most = 2_147_483_647): number {
  if (!Number.isInteger(number(place, value, least, most))) refuse(place, 'a whole number', value)
  return value as number
}

export function flag(place: Place, value: unknown): boolean {
  if (typeof value !== 'boolean') refuse(place, 'true or false', value)
  return value
}

export function oneOf<const T extends string>(place: Place, value: unknown, of: readonly T[]): T {
  if (!of.includes(value as T)) refuse(place, `one of ${of.join(', ')}`, value)
  return value as T
}

/** Reads a field if it is present; absent and null are the same. */
export function maybe<T>(
  place: Place,
  value: Record<string, unknown>,
  name: string,
  read: (place: Place, value: unknown) => T,
): T | undefined {
  const field = value[name]
  return field === undefined || field === null ? undefined : read(`${place}.${name}`, field)
}

/**
 * Drops absent fields, so that optional ones are missing instead of undefined. Deleting them later
 * takes three times as long.
 */
export function present<T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept: Partial<T> = {}
  for (const name in value) if (value[name] !== undefined) kept[name] = value[name]
  return kept as { [K in keyof T]: Exclude<T[K], undefined> }
}

/** Returns titles that are short together; throws PAYLOAD_TOO_LARGE otherwise. Each list of tests has all of them. */
export function boundTitles(place: Place, titles: string[]): string[] {
  if (bytesOf(titles) > LIMITS.titlesBytes)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `${place}: expected at most ${LIMITS.titlesBytes} bytes of text together.`,
    )
  return titles
}

/**
 * Throws PAYLOAD_TOO_LARGE if the attempts of a body have long groups together. An attempt names its group by a number,
 * but each test is stored with all titles: a body of 4 KiB could become gigabytes, in one transaction.
 */
export function boundNames({ groups, entries }: Pick<ReadBody, 'groups' | 'entries'>): void {
  const sizes = new Map<number, number>()
  for (const [number, group] of groups) sizes.set(number, sizeOf(group))
  let bytes = 0
  for (const entry of entries) if (entry[0] === 'attempt') bytes += sizes.get(entry[1]) ?? 0
  if (bytes > LIMITS.bodyNamesBytes)
    throw new Problem(
      'PAYLOAD_TOO_LARGE',
      `The body: expected at most ${LIMITS.bodyNamesBytes} bytes of files, titles and variants of groups, counted for each attempt. Send fewer results at a time.`,
    )
}

const sizeOf = ({ file, titles, variant = '' }: Group): number => bytesOf([file, variant, ...titles])

const bytesOf = (texts: string[]): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
