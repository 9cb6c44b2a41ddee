import { LIMITS } from '@svc/protocol'

/** The columns that identify a part's place in an execution. */
export interface PartPlace {
  job: string
  package: string
  config: string
  leg_id: number
  shard_index: number | null
  shard_total: number | null
  run_attempt: number
  /** Which run of its tests it is within that attempt. */
  attempt: number
}

export const PLACE_COLUMNS = [
  'part.job',
  'part.package',
  'part.config',
  'part.leg_id',
  'part.shard_index',
  'part.shard_total',
  'part.run_attempt',
  'part.attempt',
] as const

/**
 * The parts of the highest run attempt of each place; parts that collided in one attempt all stay. What repeated tests
 * has files of its own, so any later run of its job replaces it.
 */
export function latestParts<P extends PartPlace>(parts: P[]): P[] {
  const highest = new Map<string, number>()
  for (const part of parts)
    for (const place of [partPlaceOf(part), jobOf(part)])
      highest.set(place, Math.max(part.run_attempt, highest.get(place) ?? 0))
  return parts.filter(
    (part) => part.run_attempt === highest.get(part.attempt > 1 ? jobOf(part) : partPlaceOf(part)),
  )
}

const partPlaceOf = (part: PartPlace) =>
  JSON.stringify([part.job, part.package, part.config, part.leg_id, part.shard_index, part.shard_total])

const jobOf = (part: PartPlace) => JSON.stringify([part.job, part.leg_id])

/**
 * Sorts parts by time: a build that runs again comes after all attempts of its first run. Parts of one order may
 * report the same tests.
 */
export const orderOf = (part: Pick<PartPlace, 'run_attempt' | 'attempt'>): number =>
  part.run_attempt * (LIMITS.attempt + 1) + part.attempt

/** The number of declared shards that have not reported. */
export const countMissingShards = (parts: PartPlace[]): number =>
  shardGroups(parts).reduce((sum, { total, indexes }) => sum + total - indexes.size, 0)

/**
 * At most `most` of the declared shards that have not reported, as `2/4`; if the shards of several places lack, with the
 * words for the place of each.
 */
export function missingShards<P extends PartPlace>(
  parts: P[],
  most: number,
  placeInWords: (part: P) => string,
): string[] {
  const missing: string[] = []
  const groups = shardGroups(parts).filter(({ total, indexes }) => indexes.size < total)
  for (const { total, indexes, part } of groups)
    for (let index = 1; index <= total && missing.length < most; index++)
      if (!indexes.has(index))
        missing.push(`${index}/${total}${groups.length > 1 ? ` of ${placeInWords(part)}` : ''}`)
  return missing
}

interface ShardGroup<P> {
  total: number
  /** The declared shards that have reported. */
  indexes: Set<number>
  /** One of them. */
  part: P
}

function shardGroups<P extends PartPlace>(parts: P[]): ShardGroup<P>[] {
  const groups = new Map<string, ShardGroup<P>>()
  for (const part of parts) {
    if (part.shard_index === null || part.shard_total === null) continue
    const key = JSON.stringify([withoutNumber(part.job), part.package, part.config, part.leg_id])
    const group = groups.get(key) ?? { total: 0, indexes: new Set(), part }
    group.total = Math.max(group.total, part.shard_total)
    group.indexes.add(part.shard_index)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** CI numbers parallel jobs: `e2e 1/4` at GitLab, `e2e/0` in svc. */
export const withoutNumber = (job: string) => job.replace(/[ /]\d+(\/\d+)?$/, '')
