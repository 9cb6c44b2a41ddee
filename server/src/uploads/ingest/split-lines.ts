import { LIMITS } from '@svc/protocol'
import { Problem } from '../../ground/kernel/problem.ts'
import { lineTooLong, scanLine, valueBudget } from '../../ground/kernel/scan-json.ts'

const NEWLINE = 0x0a
const COMMA = 0x2c
/**
 * The number of bytes per parse: a parse for each line takes several times as long, and one for all holds all
 * of it.
 */
const BATCH_BYTES = 64 * 1024
/** Each entry may have a group of its own. */
const MOST_LINES = LIMITS.bodyEntries + LIMITS.groups + 1_000

/** Consecutive lines without blank lines between them. */
export interface Batch {
  /** All of them as the items of one JSON array; null if a string or bracket of one may end in another. */
  json: string | null
  /** Each line by itself, without its line break. */
  lines(): string[]
  /** Line numbers, counted from 1. */
  numbers: number[]
  /** True if the body ends within the last line, without a line break. */
  isTorn: boolean
}

/** Positions in a body, without blank lines. */
interface Lines {
  starts: number[]
  ends: number[]
  numbers: number[]
  isWhole: boolean
}

/**
 * The lines of a body in batches, with their number, length, depth and values checked before the first parse.
 */
export function* splitLines(bytes: Uint8Array): Generator<Batch> {
  const values = valueBudget(LIMITS.bodyValues)
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let number = 0
  let lines = noLines()
  // One buffer for all batches; new ones would stay in memory until the next garbage collection.
  let scratch = Buffer.allocUnsafe(2 * BATCH_BYTES)
  for (let start = 0; start < bytes.length; ) {
    const newline = buffer.indexOf(NEWLINE, start)
    const end = newline === -1 ? bytes.length : newline
    if (++number > MOST_LINES) throw tooManyLines()
    const place = `line ${number}`
    if (end - start > LIMITS.lineBytes) throw lineTooLong(place)
    const state = scanLine(bytes, start, end, place, values)
    if (state !== 'blank') {
      lines.starts.push(start)
      lines.ends.push(end)
      lines.numbers.push(number)
      if (state === 'torn') lines.isWhole = false
    }
    start = end + 1
    const begin = lines.starts[0]
    const isLast = start >= bytes.length
    if (begin === undefined || (!isLast && start - begin < BATCH_BYTES)) continue
    if (scratch.length < start - begin + 2) scratch = Buffer.allocUnsafe(start - begin + 2)
    yield batchOf(bytes, lines, isLast && newline === -1 && state !== 'blank', scratch)
    lines = noLines()
  }
}

const noLines = (): Lines => ({ starts: [], ends: [], numbers: [], isWhole: true })

function batchOf(bytes: Uint8Array, lines: Lines, isTorn: boolean, scratch: Buffer): Batch {
  const { starts, ends, numbers, isWhole } = lines
  return {
    json: isWhole ? joined(bytes, lines, scratch) : null,
    lines: () => starts.map((start, i) => toText(bytes, start, ends[i] as number)),
    numbers,
    isTorn,
  }
}

/** The line breaks of blank lines remain: white space between two items. */
function joined(bytes: Uint8Array, { starts, ends }: Lines, scratch: Buffer): string {
  const begin = starts[0] as number
  const size = (ends.at(-1) as number) - begin
  // A copy, because the body may be read again.
  scratch.set(bytes.subarray(begin, begin + size), 1)
  scratch[0] = 0x5b
  scratch[size + 1] = 0x5d
  for (let i = 0; i < ends.length - 1; i++) scratch[(ends[i] as number) - begin + 1] = COMMA
  return toText(scratch, 0, size + 2)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A piece of a body as text. Throws INVALID_REQUEST if it is not UTF-8. */
export function toText(bytes: Uint8Array, start: number, end: number): string {
  try {
    return decoder.decode(bytes.subarray(start, end))
  } catch (cause) {
    throw new Problem('INVALID_REQUEST', 'The body is not valid UTF-8.', { cause })
  }
}

const tooManyLines = () =>
  new Problem('PAYLOAD_TOO_LARGE', `The body: expected at most ${MOST_LINES} lines. Send fewer at a time.`)
