/** Choices that a test makes by chance. */
export interface Random {
  below(most: number): number
  oneOf<T>(list: readonly T[]): T
  shuffled<T>(list: readonly T[]): T[]
}

/** The same numbers for the same seed (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    below,
    oneOf: (list) => list[below(list.length)] as (typeof list)[number],
    shuffled: (list) =>
      list
        .map((value) => [next(), value] as const)
        .sort(([a], [b]) => a - b)
        .map(([, value]) => value),
  }
}
