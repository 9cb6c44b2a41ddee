import { LIMITS } from '@svc/protocol'
import { Problem } from './problem.ts'

/** The name of the scanned text in messages, for example `line 3`. */
type Place = string

const SPACE = 0x20
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OTHER = 0
const TEXT = 1
const OPENING = 2
const CLOSING = 3
const DIVIDING = 4

/** The role of each byte of JSON outside of strings. Bytes above 127 occur only in strings. */
const KIND = new Uint8Array(256)
KIND[QUOTE] = TEXT
for (const opening of '[{') KIND[opening.charCodeAt(0)] = OPENING
for (const closing of ']}') KIND[closing.charCodeAt(0)] = CLOSING
for (const dividing of ',:') KIND[dividing.charCodeAt(0)] = DIVIDING

/** True for bytes without structural meaning. */
export const isPlainByte = (byte: number): boolean => KIND[byte] === OTHER

/** The number of further keys, items and brackets that a body may contain. */
export interface ValueBudget {
  readonly most: number
  left: number
}

export const valueBudget = (most: number): ValueBudget => ({ most, left: most })

/**
 * A line is `whole` if every string and bracket that starts in it also ends in it; a `blank` one
 * contains only white space.
 */
export type LineState = 'whole' | 'torn' | 'blank'

/**
 * Limits the depth and the number of values of one line before it is parsed: deep nesting or many values
 * would take many times the line's size in memory. Returns the line's state. Only parsing decides whether it
 * is JSON.
 */
export function scanLine(
  bytes: Uint8Array,
  start: number,
  end: number,
  place: Place,
  budget: ValueBudget,
): LineState {
  const most = Math.min(LIMITS.lineValues, budget.left)
  let depth = 0
  let values = 0
  let plain = 0
  let state: LineState = 'blank'
  for (let position = start; position < end; position++) {
    const byte = bytes[position] as number
    const kind = KIND[byte]
    if (kind === OTHER) {
      if (state === 'blank' && !isJsonSpace(byte)) state = 'torn'
      if (byte > SPACE && ++plain > LONGEST_NUMBER) throw tooLong(place)
      continue
    }
    plain = 0
    if (state !== 'whole') state = kind === OPENING && state === 'blank' ? 'whole' : 'torn'
    else if (depth === 0) state = 'torn'
    if (kind === TEXT) {
      position = endOfText(bytes, position, end)
      if (position === end) state = 'torn'
    } else if (kind === CLOSING) depth--
    else {
      if (++values > most) break
      if (kind === OPENING && ++depth > LIMITS.nesting) throw tooDeep(place)
    }
  }
  spend(place, values, budget)
  return depth === 0 ? state : 'torn'
}

/** Characters of a number, or of another word without quotes: to parse one of millions of digits takes 70 ms. */
const LONGEST_NUMBER = 1_000

const tooLong = (place: Place) =>
  new Problem(
    'INVALID_REQUEST',
    `${place}: expected JSON with at most ${LONGEST_NUMBER} characters in a row outside of texts.`,
  )

const isJsonSpace = (byte: number) => byte === 0x20 || byte === 0x0d || byte === 0x09

/** The position of the quote that ends the string beginning at `at`; `end` if it has none. */
export function endOfText(bytes: Uint8Array, position: number, end: number): number {
  for (let next = position + 1; next < end; next++) {
    const byte = bytes[next]
    if (byte === QUOTE) return next
    if (byte === BACKSLASH) next++
  }
  return end
}

export function spend(place: Place, values: number, budget: ValueBudget): void {
  if (values > LIMITS.lineValues) throw tooManyValues(place, LIMITS.lineValues)
  budget.left -= values
  if (budget.left < 0) throw tooManyValues('The body', budget.most)
}

export const tooDeep = (place: Place) =>
  new Problem('INVALID_REQUEST', `${place}: expected brackets nested at most ${LIMITS.nesting} deep.`)

const tooManyValues = (place: Place, most: number) =>
  new Problem(
    'PAYLOAD_TOO_LARGE',
    `${place}: expected at most ${most} keys, items and brackets. Send less at a time.`,
  )

export const lineTooLong = (place: Place) =>
  new Problem('PAYLOAD_TOO_LARGE', `${place}: expected at most ${LIMITS.lineBytes} bytes.`)
