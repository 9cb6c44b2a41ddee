import { createHash } from 'node:crypto'

/**
 * Which tests ran, as bytes: ranges of consecutive ids, each as its distance from the previous range and its
 * length, both in base 128. Tests are numbered in the order of their declaration, so ranges are long: 20,000
 * tests with gaps at 1 % take some 600 bytes.
 */
export interface RanSet {
  data: Buffer
  hash: string
}

/** Encodes ids in any order; duplicates are allowed. */
export function encodeRanSet(ids: number[]): RanSet {
  const data = encodeIds(ids)
  return { data, hash: createHash('sha256').update(data).digest('base64url') }
}

/** The same without the hash, which takes longer than a short list. */
export function encodeIds(ids: number[]): Buffer {
  // Ids arrive in key order, except for shards and re-runs; checking costs a tenth of sorting.
  const isSorted = ids.every((id, index) => index === 0 || id >= (ids[index - 1] as number))
  const sorted = isSorted ? ids : Uint32Array.from(ids).sort()
  const numbers: number[] = []
  let end = 0
  for (let index = 0; index < sorted.length; ) {
    const first = sorted[index] as number
    let last = first
    for (index++; index < sorted.length && (sorted[index] as number) <= last + 1; index++)
      last = sorted[index] as number
    numbers.push(first - end, last - first + 1)
    end = last + 1
  }
  return encodeNumbers(numbers)
}

/** The positions of these tests, given in ascending order, that are in the set. */
export function* foundIn(data: Uint8Array, sorted: ArrayLike<number>): Generator<number> {
  let position = 0
  let end = 0
  for (let place = 0; place < sorted.length && position < data.length; ) {
    let first: number
    let count: number
    ;[first, position] = decodeNumber(data, position)
    ;[count, position] = decodeNumber(data, position)
    first += end
    end = first + count
    place = placeFrom(sorted, first, place)
    for (; place < sorted.length && (sorted[place] as number) < end; place++) yield place
  }
}

/** The first place at or after `from` whose id is not less; takes few steps even if it skips many ids. */
function placeFrom(sorted: ArrayLike<number>, id: number, from: number): number {
  let step = 1
  let low = from
  while (low + step < sorted.length && (sorted[low + step] as number) < id) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, sorted.length)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] as number) < id) low = middle + 1
    else high = middle
  }
  return low
}

/** The ids of a set, in ascending order. */
export function* idsIn(data: Uint8Array): Generator<number> {
  let end = 0
  for (let index = 0; index < data.length; ) {
    let first: number
    let count: number
    ;[first, index] = decodeNumber(data, index)
    ;[count, index] = decodeNumber(data, index)
    first += end
    end = first + count
    for (let id = first; id < end; id++) yield id
  }
}

/** The numbers in base 128, each in as few bytes as it needs. */
export function encodeNumbers(numbers: number[]): Buffer {
  const bytes: number[] = []
  for (let number of numbers) {
    for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) + 128)
    bytes.push(number)
  }
  return Buffer.from(bytes)
}

/** The number that starts at this position, and the position after it. */
export function decodeNumber(data: Uint8Array, from: number): [number: number, next: number] {
  let number = 0
  let scale = 1
  let position = from
  for (; (data[position] ?? 0) >= 128; position++) {
    number += ((data[position] as number) - 128) * scale
    scale *= 128
  }
  return [number + (data[position] ?? 0) * scale, position + 1]
}
