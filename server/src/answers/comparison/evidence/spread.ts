import { homeOf } from '../../../results/results/home-of.ts'
import { signOfReason } from './dominating-error.ts'
import { type FailuresToJudge, type OfFailure, placeOf } from './failures.ts'

/** On which machines of the run its error occurred: each leg and each shard is one. */
export interface Spread {
  /** Shards of its leg in each of which several tests failed with an error of its sign. */
  shards: number
  /** All failures with an error of its sign are on its leg. */
  isOnOneLeg: boolean
  /** They are in one shard of its leg, which is no chance for so many files. */
  isOnOneShard: boolean
}

/** The number of tests in a shard that must fail in the same way; a single one may be chance. */
const LEAST_TESTS = 2
/** If a change breaks files wherever they run, all of them are in one shard with at most this probability. */
const CHANCE = 0.01

interface Group {
  /** Its files, or classes. */
  homes: Set<string>
  /** The number of its tests in each shard. */
  shards: Map<number, number>
}

/** Where in a run the failures of each error are; `shards` and `total` are those of each failed test. */
export function findSpread(
  {
    failures,
    notCompared,
    reasons,
    tests,
  }: Pick<FailuresToJudge, 'failures' | 'notCompared' | 'reasons' | 'tests'>,
  shards: Map<string, Set<number>>,
  total: number,
): OfFailure<Spread> {
  const signOf = ({ head }: Parameters<OfFailure<Spread>>[0]) =>
    signOfReason(reasons.get(head?.reasonId ?? 0))?.sign ?? ''
  const legs = new Map<string, Set<number>>()
  const groups = new Map<string, Group>()
  for (const pair of [...failures, ...notCompared]) {
    const sign = signOf(pair)
    legs.set(sign, (legs.get(sign) ?? new Set()).add(pair.legId))
    const key = `${pair.legId} ${sign}`
    const group = groups.get(key) ?? { homes: new Set(), shards: new Map() }
    groups.set(key, group)
    group.homes.add(homeOf(tests.get(pair.testId)))
    for (const shard of shards.get(placeOf(pair)) ?? [])
      group.shards.set(shard, (group.shards.get(shard) ?? 0) + 1)
  }
  return (pair) => {
    const sign = signOf(pair)
    const { homes, shards } = groups.get(`${pair.legId} ${sign}`) as Group
    return {
      shards: [...shards.values()].filter((n) => n >= LEAST_TESTS).length,
      isOnOneLeg: legs.get(sign)?.size === 1,
      isOnOneShard: shards.size === 1 && total ** (1 - homes.size) <= CHANCE,
    }
  }
}
