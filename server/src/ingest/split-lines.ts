import { LIMITS } from '@svc/protocol'
import { Problem } from '../kernel/problem.ts'
import { lineTooLong, scanLine, valueBudget } from '../kernel/scan-json.ts'

const NEWLINE = 0x0a
const COMMA = 0x2c
/** As many bytes are parsed in one go: a parse for each line takes several times as long, one of all holds all of it. */
const BATCH_BYTES = 64 * 1024
/** A shorter line is small whatever it holds. */
const SCANNED_FROM = 4 * 1024
/** Each entry may come with a group of its own. */
const MOST_LINES = LIMITS.bodyEntries + LIMITS.groups + 1_000

/** Lines that follow one another. */
export interface Batch {
  /** All of them as the items of one JSON array. */
  json: string
  /** Each by itself, without its line break. */
  lines(): string[]
  count: number
  /** Of its first line, counted from 1. */
  number: number
  /** True where the body ends without a line break. */
  isTorn: boolean
}

/** The lines of a body in batches, their number, length, depth and values bounded before any is parsed. */
export function* splitLines(bytes: Uint8Array): Generator<Batch> {
  const values = valueBudget(LIMITS.bodyValues)
  // A body cannot have more values than bytes.
  const scannedFrom = bytes.length > LIMITS.bodyValues ? 0 : SCANNED_FROM
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let number = 1
  let begin = 0
  let breaks: number[] = []
  // One for all of them: a new one for each would stay until memory is looked through.
  let scratch = Buffer.allocUnsafe(2 * BATCH_BYTES)
  for (let start = 0; start < bytes.length; ) {
    const newline = buffer.indexOf(NEWLINE, start)
    const end = newline === -1 ? bytes.length : newline
    const line = number + breaks.length
    if (line > MOST_LINES) throw tooManyLines()
    if (end - start > LIMITS.lineBytes) throw lineTooLong(`line ${line}`)
    if (end - start > scannedFrom) scanLine(bytes, start, end, `line ${line}`, values)
    breaks.push(end)
    start = end + 1
    const isLast = start >= bytes.length
    if (!isLast && start - begin < BATCH_BYTES) continue
    if (scratch.length < start - begin + 2) scratch = Buffer.allocUnsafe(start - begin + 2)
    yield batchOf(bytes, begin, breaks, number, isLast && newline === -1, scratch)
    number += breaks.length
    begin = start
    breaks = []
  }
}

/** `breaks` are the places where its lines end. */
function batchOf(
  bytes: Uint8Array,
  begin: number,
  breaks: number[],
  number: number,
  isTorn: boolean,
  scratch: Buffer,
): Batch {
  const end = breaks.at(-1) as number
  const size = end - begin
  // Not in place: a body may have to be read once more.
  scratch.set(bytes.subarray(begin, end), 1)
  scratch[0] = 0x5b
  scratch[size + 1] = 0x5d
  for (const at of breaks) if (at < end) scratch[at - begin + 1] = COMMA
  return {
    json: toText(scratch, 0, size + 2),
    lines: () => toText(bytes, begin, end).split('\n'),
    count: breaks.length,
    number,
    isTorn,
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A piece of a body as text; INVALID_REQUEST where it is not UTF-8. */
export function toText(bytes: Uint8Array, start: number, end: number): string {
  try {
    return decoder.decode(bytes.subarray(start, end))
  } catch (cause) {
    throw new Problem('INVALID_REQUEST', 'The body is not valid UTF-8.', { cause })
  }
}

const tooManyLines = () =>
  new Problem('PAYLOAD_TOO_LARGE', `The body: expected at most ${MOST_LINES} lines. Send fewer at a time.`)
