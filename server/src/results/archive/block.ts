import { crc32 } from 'node:zlib'
import type { AttemptRow, ResultRow } from '../../store/tables.ts'
import { ColumnReader, ColumnWriter } from './columns.ts'

/**
 * Some tests of one execution: results by (test, part), attempts by (test, part, entry), in the
 * order of their tables.
 */
export interface ArchiveBlock {
  results: ResultRow[]
  attempts: AttemptRow[]
}

/** The stored block is unreadable: it was modified, cut off, or written by a later version. */
export class ArchiveDamaged extends Error {}

const FORMAT = 1
/** More than any writer puts into a block, so that a forged count cannot allocate memory. */
const MOST_ROWS = 2 ** 21
/** Format, then the CRC32 of all that follows. */
const HEAD_BYTES = 5

/** Packs rows into columns without loss: `decodeBlock` returns equal rows. */
export async function encodeBlock({ results, attempts }: ArchiveBlock): Promise<Buffer> {
  const columns = new ColumnWriter()
  columns.number(results.length)
  columns.number(attempts.length)
  writeResults(columns, results)
  writeAttempts(columns, attempts)
  const body = await columns.end()
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt8(FORMAT)
  head.writeUInt32LE(crc32(body), 1)
  return Buffer.concat([head, body])
}

/** Reads a block; throws `ArchiveDamaged` for anything that `encodeBlock` of this version did not write. */
export function decodeBlock(data: Uint8Array): ArchiveBlock {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  if (bytes.length < HEAD_BYTES) throw new ArchiveDamaged('It is cut off.')
  const format = bytes.readUInt8()
  if (format !== FORMAT) throw new ArchiveDamaged(`It has format ${format}; this server reads ${FORMAT}.`)
  if (bytes.readUInt32LE(1) !== crc32(bytes.subarray(HEAD_BYTES)))
    throw new ArchiveDamaged('Its checksum does not match.')
  try {
    const columns = new ColumnReader(bytes, HEAD_BYTES)
    const [results, attempts] = [columns.number(), columns.number()]
    if (results > MOST_ROWS || attempts > MOST_ROWS) throw new RangeError('It holds too many rows')
    const block = { results: readResults(columns, results), attempts: readAttempts(columns, attempts) }
    if (columns.isAtEnd) return block
  } catch (cause) {
    throw new ArchiveDamaged('Its columns cannot be read.', { cause })
  }
  throw new ArchiveDamaged('It continues after its columns.')
}

/** A plain pass is 0 in every column but its test's step, its start and its duration. */
function writeResults(columns: ColumnWriter, rows: ResultRow[]): void {
  columns.signed(steps(rows.map((row) => row.test_id)))
  columns.signed(steps(rows.map((row) => row.part)))
  columns.signed(rows.map((row) => row.verdict - 1))
  columns.signed(rows.map((row, i) => row.start_ms - expectedStart(rows[i - 1])))
  columns.signed(rows.map((row) => row.duration_us))
  writeNullable(
    columns,
    rows.map((row) => row.reason_id),
  )
}

function readResults(columns: ColumnReader, count: number): ResultRow[] {
  const tests = sums(columns.signed(count))
  const parts = sums(columns.signed(count))
  const verdicts = columns.signed(count)
  const starts = columns.signed(count)
  const durations = columns.signed(count)
  const reasons = readNullable(columns, count)
  const rows: ResultRow[] = []
  for (let i = 0; i < count; i++)
    rows.push({
      test_id: tests[i] as number,
      part: parts[i] as number,
      verdict: (verdicts[i] as number) + 1,
      start_ms: (starts[i] as number) + expectedStart(rows[i - 1]),
      duration_us: durations[i] as number,
      reason_id: reasons[i] as number | null,
    })
  return rows
}

/** The tests of a file run one after the other, so most begin when the previous one has ended. */
const expectedStart = (before: ResultRow | undefined) =>
  before ? before.start_ms + Math.round(before.duration_us / 1000) : 0

function writeAttempts(columns: ColumnWriter, rows: AttemptRow[]): void {
  if (rows.length === 0) return
  columns.signed(steps(rows.map((row) => row.test_id)))
  columns.signed(steps(rows.map((row) => row.part)))
  columns.signed(steps(rows.map((row) => row.entry)))
  columns.signed(rows.map((row) => row.repeat))
  columns.signed(rows.map((row) => row.status - 1))
  columns.signed(steps(rows.map((row) => row.start_ms)))
  columns.signed(rows.map((row) => row.duration_us))
  writeReasons(
    columns,
    rows.map((row) => row.reasons),
  )
  writeTexts(
    columns,
    rows.map((row) => row.detail),
  )
}

function readAttempts(columns: ColumnReader, count: number): AttemptRow[] {
  if (count === 0) return []
  const tests = sums(columns.signed(count))
  const parts = sums(columns.signed(count))
  const entries = sums(columns.signed(count))
  const repeats = columns.signed(count)
  const statuses = columns.signed(count)
  const starts = sums(columns.signed(count))
  const durations = columns.signed(count)
  const reasons = readReasons(columns, count)
  const details = readTexts(columns, count)
  return tests.map((test_id, i) => ({
    test_id,
    part: parts[i] as number,
    entry: entries[i] as number,
    repeat: repeats[i] as number,
    status: (statuses[i] as number) + 1,
    start_ms: starts[i] as number,
    duration_us: durations[i] as number,
    reasons: reasons[i] as string | null,
    detail: details[i] as string | null,
  }))
}

const steps = (values: number[]) => values.map((value, i) => value - (values[i - 1] ?? 0))

function sums(values: number[]): number[] {
  let sum = 0
  return values.map((value) => {
    sum += value
    return sum
  })
}

/** Ids, each stored as the difference from the previous one; 0 means no id. */
function writeNullable(columns: ColumnWriter, ids: (number | null)[]): void {
  columns.numbers(ids.map((id) => (id === null ? 0 : 1)))
  columns.signed(steps(ids.filter((id) => id !== null)))
}

function readNullable(columns: ColumnReader, count: number): (number | null)[] {
  const isSet = columns.numbers(count)
  const ids = sums(columns.signed(isSet.filter((set) => set === 1).length))
  let position = 0
  return isSet.map((set) => (set === 1 ? (ids[position++] as number) : null))
}

/** Lists of ids, stored as JSON. */
function writeReasons(columns: ColumnWriter, lists: (string | null)[]): void {
  const read = lists.map((list) => (list === null ? null : (JSON.parse(list) as number[])))
  columns.numbers(read.map((ids) => (ids === null ? 0 : ids.length + 1)))
  columns.signed(steps(read.flatMap((ids) => ids ?? [])))
}

function readReasons(columns: ColumnReader, count: number): (string | null)[] {
  const lengths = columns.numbers(count)
  const ids = sums(columns.signed(lengths.reduce((sum, length) => sum + Math.max(0, length - 1), 0)))
  let position = 0
  return lengths.map((length) => {
    if (length === 0) return null
    position += length - 1
    return JSON.stringify(ids.slice(position - length + 1, position))
  })
}

function writeTexts(columns: ColumnWriter, texts: (string | null)[]): void {
  const bytes = texts.map((text) => (text === null ? null : Buffer.from(text)))
  columns.numbers(bytes.map((one) => (one === null ? 0 : one.length + 1)))
  columns.bytes(Buffer.concat(bytes.filter((one) => one !== null)))
}

function readTexts(columns: ColumnReader, count: number): (string | null)[] {
  const lengths = columns.numbers(count)
  const bytes = Buffer.from(columns.bytes(lengths.reduce((sum, length) => sum + Math.max(0, length - 1), 0)))
  let position = 0
  return lengths.map((length) => {
    if (length === 0) return null
    position += length - 1
    return bytes.toString('utf8', position - length + 1, position)
  })
}
