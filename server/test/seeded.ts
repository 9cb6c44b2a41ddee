/** Numbers that look random and are the same for the same seed. */
export interface Seeded {
  /** From 0 up to, not including, `below`; whole. */
  whole(below: number): number
  chance(share: number): boolean
}

/** Mulberry32: 32 bits of state, plenty for choosing test data. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let bits = Math.imul(state ^ (state >>> 15), state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
  return { whole: (below) => Math.floor(next() * below), chance: (share) => next() < share }
}
