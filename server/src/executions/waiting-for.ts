import type { Store } from '../store/open.ts'
import { missingShards, PLACE_COLUMNS } from './latest-parts.ts'

/** What keeps an execution from settling, in words; empty where nothing is known to. */
export async function waitingFor(store: Store, executionId: number): Promise<string[]> {
  const parts = await store.read
    .selectFrom('part')
    .select(['number', 'state', ...PLACE_COLUMNS])
    .where('execution_id', '=', executionId)
    .orderBy('number')
    .execute()
  const open = parts.filter((part) => part.state === 'open')
  return [
    ...open.map((part) => `part ${part.number}, which has not ended`),
    ...missingShards(parts).map((shard) => `shard ${shard}`),
  ]
}
