import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'

const compress = promisify(zstdCompress)
/** Higher levels take much more time and save less than a hundredth. */
const LEVEL = 12
const BYTE = 256
/** Compression makes shorter streams longer, because of the frame's header. */
const LEAST_TO_COMPRESS = 32

/** Writes columns in sequence; a reader must read them in the same order. */
export class ColumnWriter {
  readonly #pieces: (Uint8Array | Promise<Uint8Array>)[] = []

  /** A whole number from 0 to 2^53 - 1, seven bits to a byte. */
  number(value: number): void {
    this.#pieces.push(Uint8Array.from(varint(value)))
  }

  /**
   * Whole numbers from 0 to 2^53 - 1, divided by their common divisor, with one stream per byte position. The
   * high bytes are alike and nearly vanish, and the noise of the low ones costs no more than itself. A column
   * of zeros is one byte.
   */
  numbers(values: readonly number[]): void {
    const divisor = commonDivisor(values)
    this.number(divisor)
    if (divisor === 0) return
    const planes = planesOf(values, divisor)
    this.number(planes.length)
    for (const plane of planes) this.bytes(plane)
  }

  /** Whole numbers of either sign, from -2^52 to 2^52. */
  signed(values: readonly number[]): void {
    this.numbers(values.map(zigzag))
  }

  /** Any bytes; the reader must know their number. */
  bytes(bytes: Uint8Array): void {
    this.#pieces.push(stream(bytes))
  }

  async end(): Promise<Buffer> {
    return Buffer.concat(await Promise.all(this.#pieces))
  }
}

/** Reads what `ColumnWriter` wrote. Throws a RangeError, or an error of zlib, for anything else. */
export class ColumnReader {
  readonly #data: Uint8Array
  #at: number

  constructor(data: Uint8Array, position: number) {
    this.#data = data
    this.#at = position
  }

  number(): number {
    let value = 0
    for (let unit = 1; unit <= Number.MAX_SAFE_INTEGER; unit *= 128) {
      const byte = this.#data[this.#at++]
      if (byte === undefined) break
      value += (byte & 127) * unit
      if (byte < 128) return value
    }
    throw new RangeError('A number is cut off')
  }

  numbers(count: number): number[] {
    const values = new Array<number>(count).fill(0)
    const divisor = this.number()
    if (divisor === 0) return values
    const planes = this.number()
    let unit = divisor
    for (let plane = 0; plane < planes; plane++, unit *= BYTE) {
      const bytes = this.bytes(count)
      for (let i = 0; i < count; i++) values[i] = (values[i] as number) + (bytes[i] as number) * unit
    }
    return values
  }

  signed(count: number): number[] {
    return this.numbers(count).map(unzigzag)
  }

  bytes(length: number): Uint8Array {
    const head = this.number()
    const stored = this.#data.subarray(this.#at, this.#at + Math.floor(head / 2))
    this.#at += stored.length
    const bytes = head % 2 === 1 ? zstdDecompressSync(stored, { maxOutputLength: length || 1 }) : stored
    if (bytes.length !== length) throw new RangeError('A column has another length than it should')
    return bytes
  }

  get isAtEnd(): boolean {
    return this.#at === this.#data.length
  }
}

const zigzag = (value: number) => (value < 0 ? -value * 2 - 1 : value * 2)
const unzigzag = (value: number) => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
  return bytes
}

/** Runners that measure whole milliseconds report multiples of a thousand. 0 if all values are 0. */
function commonDivisor(values: readonly number[]): number {
  let divisor = 0
  for (const value of values) {
    let a = value
    let b = divisor
    while (b !== 0) [a, b] = [b, a % b]
    divisor = a
    if (divisor === 1) break
  }
  return divisor
}

function planesOf(values: readonly number[], divisor: number): Uint8Array[] {
  let most = values.reduce((a, b) => Math.max(a, b), 0) / divisor
  const planes: Uint8Array[] = []
  for (let unit = divisor; most >= 1; unit *= BYTE, most /= BYTE)
    planes.push(Uint8Array.from(values, (value) => Math.floor(value / unit) % BYTE))
  return planes
}

/** Twice its length, plus 1 if it is compressed; then the bytes. */
async function stream(bytes: Uint8Array): Promise<Uint8Array> {
  if (bytes.length >= LEAST_TO_COMPRESS) {
    const options = { params: { [constants.ZSTD_c_compressionLevel]: LEVEL } }
    const packed = await compress(bytes, options)
    if (packed.length < bytes.length)
      return Buffer.concat([Uint8Array.from(varint(packed.length * 2 + 1)), packed])
  }
  return Buffer.concat([Uint8Array.from(varint(bytes.length * 2)), bytes])
}
