import type { Pair } from '../changes/read-changes.ts'

/** The number of tests in a shard that must fail in the same way; a single one may be chance. */
const LEAST_TESTS = 2

/**
 * The number of shards of its leg in which several tests failed with the same error sign. Each
 * shard is a separate machine.
 */
export function countShards(
  failures: Pair[],
  shards: Map<string, Set<number>>,
  signOf: (pair: Pair) => string | undefined,
): (pair: Pair) => number {
  if (shards.size === 0) return () => 0
  const bySign = new Map<string, Map<number, number>>()
  for (const pair of failures) {
    const place = placeOf(pair, signOf)
    const ofSign = bySign.get(place) ?? new Map<number, number>()
    bySign.set(place, ofSign)
    for (const shard of shards.get(`${pair.testId}/${pair.legId}`) ?? [])
      ofSign.set(shard, (ofSign.get(shard) ?? 0) + 1)
  }
  const counts = new Map(
    [...bySign].map(([place, tests]) => [place, [...tests.values()].filter((n) => n >= LEAST_TESTS).length]),
  )
  return (pair) => counts.get(placeOf(pair, signOf)) ?? 0
}

const placeOf = (pair: Pair, signOf: (pair: Pair) => string | undefined) =>
  `${pair.legId} ${signOf(pair) ?? ''}`
