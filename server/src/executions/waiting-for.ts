import type { Store } from '../store/open.ts'
import { missingShards, PLACE_COLUMNS } from './latest-parts.ts'
import { placeInWords } from './place-in-words.ts'

/** What keeps an execution from settling, in words; empty where nothing is known to. */
export async function waitingFor(store: Store, executionId: number): Promise<string[]> {
  const parts = await store.read
    .selectFrom('part')
    .innerJoin('leg', 'leg.id', 'part.leg_id')
    .select(['part.state', 'leg.name as leg', ...PLACE_COLUMNS])
    .where('part.execution_id', '=', executionId)
    .orderBy('part.number')
    .execute()
  const open = parts.filter((part) => part.state === 'open')
  return [
    ...new Set(open.map((part) => `${placeInWords(part)}, which has not ended`)),
    ...missingShards(parts).map((shard) => `shard ${shard}`),
  ]
}
