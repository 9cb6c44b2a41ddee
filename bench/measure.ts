/** Statistics of repeated measurements of one thing. */
export interface Sample {
  median: number
  min: number
  max: number
}

export function sampleOf(values: number[]): Sample {
  const sorted = [...values].sort((a, b) => a - b)
  return { median: quantile(sorted, 0.5), min: sorted[0] ?? Number.NaN, max: sorted.at(-1) ?? Number.NaN }
}

/** The value below which a share of the values lies; `sorted` ascending. */
export function quantile(sorted: number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Measures svc and its reference alternately, round after round, swapping the order each time, so
 * that other work on the machine affects both alike. The first rounds warm up and do not count.
 */
export async function paired<T>(
  rounds: number,
  ours: (round: number) => Promise<T>,
  limit: (round: number) => Promise<T>,
  warmUps = 2,
): Promise<{ ours: T; limit: T }[]> {
  const pairs: { ours: T; limit: T }[] = []
  for (let round = 0; round < rounds + warmUps; round++) {
    const isOursFirst = round % 2 === 0
    const first = await (isOursFirst ? ours : limit)(round)
    const second = await (isOursFirst ? limit : ours)(round)
    if (round >= warmUps)
      pairs.push(isOursFirst ? { ours: first, limit: second } : { ours: second, limit: first })
  }
  return pairs
}
