import type { Context } from '../../ground/kernel/context.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { chooseBase } from '../comparison/choose-base.ts'
import { compare } from '../comparison/compare.ts'
import { type Answered, answerOf } from './total-headline.ts'

interface Known {
  answer: Answered
  until: number
}

/** Per database, the least recently used first. By its `lookup`: a thread gets another `read` with each request. */
const known = new WeakMap<object, Map<string, Known>>()
const MOST_KNOWN = 1_000
/** Later runs of the base may change a verdict, so a headline is made again after this long. */
const VALID_MS = 5 * 60_000

/** The answer about an execution against its base; null if retention removed its results. */
export const answerAbout = async (ctx: Context, head: ExecutionRow): Promise<Answered | null> =>
  (await knownAnswerAbout(ctx, head, { left: 1 })) ?? null

/** The same with at most as many comparisons as are left, which it counts; undefined if it would need one more. */
export async function knownAnswerAbout(
  ctx: Context,
  head: ExecutionRow,
  budget: { left: number },
): Promise<Answered | null | undefined> {
  if (head.results_removed_at !== null) return null
  const cache = known.get(ctx.store.lookup) ?? new Map<string, Known>()
  known.set(ctx.store.lookup, cache)
  const { id, revision, state, facts, last_seen_at } = head
  const key = [id, revision, state, facts, last_seen_at].join('/')
  const before = cache.get(key)
  const now = ctx.clock()
  const isFresh = before !== undefined && before.until > now
  if (!isFresh && budget.left <= 0) return before?.answer
  cache.delete(key)
  if (isFresh) {
    cache.set(key, before)
    return before.answer
  }
  budget.left--
  const compared = await compare(ctx, head, await chooseBase(ctx, head))
  const answer = answerOf(compared)
  cache.set(key, { answer, until: now + VALID_MS })
  for (const oldest of cache.keys()) {
    if (cache.size <= MOST_KNOWN) break
    cache.delete(oldest)
  }
  return answer
}
