/** A number from 0 to below 1, the same in every run of one seed. */
export type Random = () => number

/** Mulberry32. */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Ways to break a file. */
export const MUTATIONS: Readonly<Record<string, (bytes: Buffer, random: Random) => Buffer>> = {
  cut: (bytes, random) => bytes.subarray(0, Math.floor(random() * bytes.length)),
  flip(bytes, random) {
    const copy = Buffer.from(bytes)
    for (let count = 1 + Math.floor(random() * 8); count > 0; count -= 1) {
      const at = Math.floor(random() * copy.length)
      copy[at] = (copy[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    }
    return copy
  },
  repeat(bytes, random) {
    const [from, to] = rangeOf(bytes, random)
    return Buffer.concat([bytes.subarray(0, to), bytes.subarray(from)])
  },
  drop(bytes, random) {
    const [from, to] = rangeOf(bytes, random)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
  },
  wrap(bytes, random) {
    const depth = 2 ** Math.floor(1 + random() * 16)
    const text = bytes
      .toString('latin1')
      .replace(/^(?:\xef\xbb\xbf)?\s*(?:<\?[^>]*\?>)?/, '')
      .trimStart()
    const [begin, end] = text.startsWith('<')
      ? ['<testsuite name="w">', '</testsuite>']
      : ['{"suites":[', ']}']
    return Buffer.from(begin.repeat(depth) + text + end.repeat(depth), 'latin1')
  },
}

const rangeOf = (bytes: Buffer, random: Random): [number, number] => {
  const from = Math.floor(random() * bytes.length)
  return [from, Math.min(bytes.length, from + 1 + Math.floor(random() * 2000))]
}
