import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import {
  latestParts,
  type PartPlace,
  PLACE_COLUMNS,
  withoutNumber,
} from '../../results/executions/latest-parts.ts'
import { placeInWords } from './place-in-words.ts'

/** A part of the base without a counterpart in the head. */
export interface MissingPart {
  /** The number of the base's part. */
  number: number
  legId: number
  package: string
  /** `job e2e of web on linux`. */
  place: string
}

/**
 * Parts that the newest attempt of the base had and the head lacks, except those that repeated tests. If shards are split differently
 * than on the base, their declared number applies. Local runs need none of the jobs of CI.
 */
export async function missingParts(
  store: Store,
  head: ExecutionRow,
  base: ExecutionRow | null,
): Promise<MissingPart[]> {
  if (base === null || base.id === head.id || base.suite !== head.suite || head.trust === 'local') return []
  const rows = await store.read
    .selectFrom('part')
    .innerJoin('leg', 'leg.id', 'part.leg_id')
    .select(['part.execution_id', 'part.number', 'leg.name as leg', ...PLACE_COLUMNS])
    .where(isOneOf(store.dialect, 'part.execution_id', [head.id, base.id]))
    .orderBy('part.number')
    .execute()
  const ofHead = rows.filter((row) => row.execution_id === head.id)
  const ofBase = latestParts(rows.filter((row) => row.execution_id === base.id && row.attempt === 1))
  const whole = new Set(ofHead.map(placeOf))
  const sharded = new Set(ofHead.filter(isShard).map(groupOf))
  const groups = new Set(ofHead.map(groupOf))
  const isRenamed = renamedLegs(ofBase, ofHead)
  return ofBase
    .filter(
      (part) =>
        !whole.has(placeOf(part)) &&
        !sharded.has(groupOf(part)) &&
        !(isShard(part) && groups.has(groupOf(part))) &&
        !isRenamed(part),
    )
    .map((part) => ({
      number: part.number,
      legId: part.leg_id,
      package: part.package,
      place: placeInWords(part),
    }))
}

const isShard = (part: PartPlace) => part.shard_total !== null

const placeOf = (part: PartPlace) => JSON.stringify([part.job, part.package, part.config, part.leg_id])

/** The place where the shards of one suite run, however CI numbers their jobs. */
const groupOf = (part: PartPlace) => JSON.stringify([matrixOf(part), part.leg_id])

const matrixOf = (part: PartPlace) => JSON.stringify([withoutNumber(part.job), part.package, part.config])

/**
 * A new Node version changes the name of a leg. If a job runs on as many legs as on the base, its
 * new legs replace the old ones, and the server does not wait for those.
 */
function renamedLegs(base: PartPlace[], head: PartPlace[]): (part: PartPlace) => boolean {
  const [before, now] = [legsOf(base), legsOf(head)]
  return (part) => {
    const legs = now.get(matrixOf(part))
    return (
      legs !== undefined && !legs.has(part.leg_id) && legs.size >= (before.get(matrixOf(part))?.size ?? 0)
    )
  }
}

function legsOf(parts: PartPlace[]): Map<string, Set<number>> {
  const legs = new Map<string, Set<number>>()
  for (const part of parts) {
    const known = legs.get(matrixOf(part)) ?? new Set()
    legs.set(matrixOf(part), known.add(part.leg_id))
  }
  return legs
}
