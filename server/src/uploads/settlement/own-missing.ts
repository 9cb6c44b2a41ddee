import type { Store } from '../../ground/store/open.ts'
import {
  countMissingShards,
  latestParts,
  missingShards,
  PLACE_COLUMNS,
} from '../../results/executions/latest-parts.ts'
import { placeInWords } from './place-in-words.ts'

/** More missing shards are one sentence, because every part may declare thousands. */
const MOST_NAMED = 20
/** The number of shards that this sentence names. */
const FIRST = 3

/** The missing parts of an execution, according to its own parts. */
export interface OwnMissing {
  /** Parts that have started and not ended, and declared shards that have not arrived; in words. */
  awaited: string[]
  /** The same for a settled one: parts that were cut off, and shards that did not arrive. */
  lost: string[]
  /** The last sign of life of an open part, milliseconds since the epoch; null without an open part. */
  openSince: number | null
  lacksShards: boolean
}

/** What keeps an execution from settling, or made it incomplete, in words. */
export async function ownMissing(store: Store, executionId: number): Promise<OwnMissing> {
  const parts = await store.read
    .selectFrom('part')
    .innerJoin('leg', 'leg.id', 'part.leg_id')
    .select(['part.state', 'part.last_seen_at', 'leg.name as leg', ...PLACE_COLUMNS])
    .where('part.execution_id', '=', executionId)
    .orderBy('part.number')
    .execute()
  const open = parts.filter((part) => part.state === 'open')
  const cutOff = latestParts(parts).filter((part) => part.state === 'lost')
  const lacking = countMissingShards(parts)
  const named = missingShards(parts, MOST_NAMED, placeInWords)
  const shards =
    lacking > named.length
      ? [`${lacking.toLocaleString('en')} shards: ${named.slice(0, FIRST).join(', ')} and others`]
      : named.map((shard) => `shard ${shard}`)
  const partsAs = (rows: typeof parts, what: string) => [
    ...new Set(rows.map((part) => `${placeInWords(part)}, which ${what}`)),
  ]
  return {
    awaited: [...partsAs(open, 'has not ended'), ...shards],
    lost: [...partsAs(cutOff, 'was cut off'), ...shards],
    openSince: open.length === 0 ? null : Math.max(...open.map((part) => part.last_seen_at)),
    lacksShards: lacking > 0,
  }
}

/** The obstacles to settling an execution, in words; empty if none is known. */
export async function waitingFor(store: Store, executionId: number): Promise<string[]> {
  const { awaited } = await ownMissing(store, executionId)
  const { settling } = await store.read
    .selectFrom('execution')
    .select('settling')
    .where('id', '=', executionId)
    .executeTakeFirstOrThrow()
  return settling === 0 ? awaited : [...awaited, 'another server, which is settling it now']
}
