import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { latestParts, type PartPlace, PLACE_COLUMNS, withoutNumber } from './latest-parts.ts'
import { placeInWords } from './place-in-words.ts'

/**
 * Parts that the newest attempt of the base had and the head has not, in words. Shards may be cut in another way
 * than on the base: where one of them is there, it says itself how many there are.
 */
export async function missingPlaces(store: Store, headId: number, baseId: number | null): Promise<string[]> {
  if (baseId === null) return []
  const rows = await store.read
    .selectFrom('part')
    .innerJoin('leg', 'leg.id', 'part.leg_id')
    .select(['part.execution_id', 'leg.name as leg', ...PLACE_COLUMNS])
    .where(isOneOf(store.dialect, 'part.execution_id', [headId, baseId]))
    .orderBy('part.number')
    .execute()
  const ofHead = rows.filter((row) => row.execution_id === headId)
  const whole = new Set(ofHead.map(placeOf))
  const sharded = new Set(ofHead.filter(isShard).map(groupOf))
  const groups = new Set(ofHead.map(groupOf))
  const missing = latestParts(rows.filter((row) => row.execution_id === baseId)).filter(
    (part) =>
      !whole.has(placeOf(part)) &&
      !sharded.has(groupOf(part)) &&
      !(isShard(part) && groups.has(groupOf(part))),
  )
  return [...new Set(missing.map((part) => `${placeInWords(part)}, which the base has`))]
}

const isShard = (part: PartPlace) => part.shard_total !== null

const placeOf = (part: PartPlace) => JSON.stringify([part.job, part.package, part.config, part.leg_id])

/** Where shards of one suite run, whatever CI numbers their jobs by. */
const groupOf = (part: PartPlace) =>
  JSON.stringify([withoutNumber(part.job), part.package, part.config, part.leg_id])
