import { promisify } from 'node:util'
import { constants, crc32, zstdCompress, zstdDecompressSync } from 'node:zlib'
import type { AttemptRow, ResultRow } from '../../../ground/store/tables.ts'

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
/** More than any block has, so that a forged one cannot allocate memory. */
const MOST_UNPACKED_BYTES = 256 * 1024 * 1024
/** Format, then the CRC32 of all that follows. */
const HEAD_BYTES = 5
/** Higher levels take much more time and save less than a twentieth. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 12 } }

const compress = promisify(zstdCompress)

/** How a column is stored: `steps` are the differences between its neighbouring values. */
type Stored = 'steps' | 'values'
type Columns<Row> = { readonly [Name in keyof Row]-?: readonly [Stored, is: (value: unknown) => boolean] }

const isNumber = Number.isSafeInteger
const isNumberOrNull = (value: unknown) => value === null || isNumber(value)
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string'

const RESULT: Columns<ResultRow> = {
  test_id: ['steps', isNumber],
  part: ['steps', isNumber],
  verdict: ['values', isNumber],
  start_ms: ['values', isNumber],
  duration_us: ['values', isNumber],
  reason_id: ['steps', isNumberOrNull],
}

const ATTEMPT: Columns<AttemptRow> = {
  test_id: ['steps', isNumber],
  part: ['steps', isNumber],
  entry: ['steps', isNumber],
  repeat: ['values', isNumber],
  status: ['values', isNumber],
  start_ms: ['steps', isNumber],
  duration_us: ['values', isNumber],
  reasons: ['values', isTextOrNull],
  detail: ['values', isTextOrNull],
}

/** Packs rows into columns without loss: `decodeBlock` returns equal rows. */
export async function encodeBlock({ results, attempts }: ArchiveBlock): Promise<Buffer> {
  const late = results.map((row, i) => ({ ...row, start_ms: row.start_ms - expectedStart(results[i - 1]) }))
  const columns = [toColumns(late, RESULT), toColumns(attempts, ATTEMPT)]
  const body = await compress(Buffer.from(JSON.stringify(columns)), LEVEL)
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
  const body = bytes.subarray(HEAD_BYTES)
  if (bytes.readUInt32LE(1) !== crc32(body)) throw new ArchiveDamaged('Its checksum does not match.')
  try {
    const json = zstdDecompressSync(body, { maxOutputLength: MOST_UNPACKED_BYTES }).toString()
    const [results, attempts, ...more] = JSON.parse(json) as unknown[][][]
    if (more.length > 0) throw new RangeError('It has another table')
    const block = { results: toRows(results, RESULT), attempts: toRows(attempts, ATTEMPT) }
    for (const [i, row] of block.results.entries()) row.start_ms += expectedStart(block.results[i - 1])
    return block
  } catch (cause) {
    throw new ArchiveDamaged('Its columns cannot be read.', { cause })
  }
}

/** The tests of a file run one after the other, so most begin when the previous one has ended. */
const expectedStart = (before: ResultRow | undefined) =>
  before ? before.start_ms + Math.round(before.duration_us / 1000) : 0

/** A column of each field, in the order of the fields. */
const toColumns = <Row extends object>(rows: Row[], columns: Columns<Row>): unknown[][] =>
  (Object.keys(columns) as (keyof Row)[]).map((name) => {
    const values = rows.map((row) => row[name])
    if (columns[name][0] === 'values') return values
    let before = 0
    return values.map((value) => {
      if (typeof value !== 'number') return value
      const step = value - before
      before = value
      return step
    })
  })

function toRows<Row extends object>(stored: unknown[][] | undefined, columns: Columns<Row>): Row[] {
  const count = stored?.[0]?.length ?? 0
  const rows = Array.from({ length: count }, () => ({}) as Record<keyof Row, unknown>)
  const names = Object.keys(columns) as (keyof Row)[]
  if (stored?.length !== names.length) throw new RangeError('It has more columns or fewer')
  for (const [i, name] of names.entries()) {
    const values = stored[i]
    const [how, is] = columns[name]
    if (!Array.isArray(values) || values.length !== count)
      throw new RangeError(`It has no whole ${String(name)}`)
    let sum = 0
    for (const [row, value] of values.entries()) {
      const isStep = how === 'steps' && typeof value === 'number'
      if (isStep) sum += value
      const whole = isStep ? sum : value
      if (!is(whole)) throw new RangeError(`It has an odd ${String(name)}`)
      ;(rows[row] as Record<keyof Row, unknown>)[name] = whole
    }
  }
  return rows as Row[]
}
