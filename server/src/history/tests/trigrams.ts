/** Bits per distinct trigram; one of nine absent trigrams then appears to be present. */
const BITS_EACH = 8
const LEAST_BITS = 64

/**
 * All three consecutive characters of a text, case-insensitive, as 32-bit numbers; empty for a shorter text.
 */
export function trigramsOf(text: string, into = new Set<number>()): Set<number> {
  const folded = fold(text)
  let [first, second] = [folded.charCodeAt(0), folded.charCodeAt(1)]
  for (let index = 2; index < folded.length; index++) {
    const third = folded.charCodeAt(index)
    into.add(mix(first, second, third))
    first = second
    second = third
  }
  return into
}

/** A bit for each of these trigrams; the number of bits is a power of two. */
export function encodeTrigrams(trigrams: ReadonlySet<number>): Buffer {
  let bits = LEAST_BITS
  while (bits < trigrams.size * BITS_EACH) bits *= 2
  const data = Buffer.alloc(bits / 8)
  for (const trigram of trigrams) {
    const bit = trigram & (bits - 1)
    data[bit >> 3] = (data[bit >> 3] as number) | (1 << (bit & 7))
  }
  return data
}

/** False if one of the trigrams is absent; true if all of them appear to be present. */
export function mayHave(data: Uint8Array, trigrams: ReadonlySet<number>): boolean {
  const mask = data.length * 8 - 1
  for (const trigram of trigrams) {
    const bit = trigram & mask
    if (((data[bit >> 3] as number) & (1 << (bit & 7))) === 0) return false
  }
  return true
}

const OTHER_THAN_ASCII = /[^\0-\x7f]/g

/**
 * Character by character, as databases do it: the lower case of a character never depends on its
 * neighbours, and never adds characters.
 */
const fold = (text: string): string =>
  text.replace(OTHER_THAN_ASCII, (one) => one.toLowerCase().charAt(0)).toLowerCase()

/** Spreads neighbouring letters over all bits. */
function mix(first: number, second: number, third: number): number {
  let hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}
