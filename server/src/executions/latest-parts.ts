/** The columns that identify a part's place in an execution. */
export interface PartPlace {
  job: string
  package: string
  config: string
  leg_id: number
  shard_index: number | null
  shard_total: number | null
  run_attempt: number
}

export const PLACE_COLUMNS = [
  'part.job',
  'part.package',
  'part.config',
  'part.leg_id',
  'part.shard_index',
  'part.shard_total',
  'part.run_attempt',
] as const

/** The parts of the highest run attempt of each place; parts that collided in one attempt all stay. */
export function latestParts<P extends PartPlace>(parts: P[]): P[] {
  const highest = new Map<string, number>()
  for (const part of parts)
    highest.set(placeOf(part), Math.max(part.run_attempt, highest.get(placeOf(part)) ?? 0))
  return parts.filter((part) => part.run_attempt === highest.get(placeOf(part)))
}

const placeOf = (part: PartPlace) =>
  JSON.stringify([part.job, part.package, part.config, part.leg_id, part.shard_index, part.shard_total])

/** The number of declared shards that have not reported. */
export const countMissingShards = (parts: PartPlace[]): number => missingShards(parts).length

/** The declared shards that have not reported, as `2/4`. */
export function missingShards(parts: PartPlace[]): string[] {
  const arrived = new Map<string, { total: number; indexes: Set<number> }>()
  for (const part of parts) {
    if (part.shard_index === null || part.shard_total === null) continue
    const group = JSON.stringify([withoutNumber(part.job), part.package, part.config, part.leg_id])
    const shards = arrived.get(group) ?? { total: 0, indexes: new Set() }
    shards.total = Math.max(shards.total, part.shard_total)
    shards.indexes.add(part.shard_index)
    arrived.set(group, shards)
  }
  const missing: string[] = []
  for (const { total, indexes } of arrived.values())
    for (let index = 1; index <= total; index++) if (!indexes.has(index)) missing.push(`${index}/${total}`)
  return missing
}

/** CI numbers parallel jobs: `e2e 1/4` at GitLab, `e2e/0` in svc. */
export const withoutNumber = (job: string) => job.replace(/[ /]\d+(\/\d+)?$/, '')
