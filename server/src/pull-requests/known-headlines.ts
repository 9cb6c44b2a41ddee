import type { Conclusion } from '@svc/protocol'
import { chooseBase } from '../comparison/choose-base.ts'
import { compare } from '../comparison/compare.ts'
import type { ExecutionRow } from '../executions/execution-row.ts'
import type { Context } from '../kernel/context.ts'
import { conclusionOf, plainHeadline } from './headline.ts'

export interface Headline {
  headline: string
  conclusion: Conclusion
}

/** Per database, the least recently used first. */
const known = new WeakMap<object, Map<string, Headline & { until: number }>>()
const MOST_KNOWN = 1_000
/** Later runs of the base may change a verdict, so a headline is made again after this long. */
const VALID_MS = 5 * 60_000

/** The headline of an execution against its base; null if retention removed its results. */
export async function headlineOf(ctx: Context, head: ExecutionRow): Promise<Headline | null> {
  if (head.results_removed_at !== null) return null
  const cache = known.get(ctx.store.read) ?? new Map<string, Headline & { until: number }>()
  known.set(ctx.store.read, cache)
  const { id, revision, state, facts, last_seen_at } = head
  const key = [id, revision, state, facts, last_seen_at].join('/')
  const before = cache.get(key)
  cache.delete(key)
  const now = ctx.clock()
  if (before && before.until > now) {
    cache.set(key, before)
    return { headline: before.headline, conclusion: before.conclusion }
  }
  const compared = await compare(ctx, head, await chooseBase(ctx, head))
  const made = { headline: plainHeadline(compared), conclusion: conclusionOf(compared) }
  cache.set(key, { ...made, until: now + VALID_MS })
  for (const oldest of cache.keys()) {
    if (cache.size <= MOST_KNOWN) break
    cache.delete(oldest)
  }
  return made
}
