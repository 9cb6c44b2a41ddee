import type { Quota } from '../../ground/kernel/quota.ts'

/** Attempts within this time form one entry, so that a high limit costs a short list. */
const RESOLUTION_MS = 500

/** Attempts within a window, oldest first: times and amounts. */
export type RecentTries = readonly (readonly [at: number, amount: number])[]

/**
 * The attempts that still count. A time in the future comes from a clock that was set back, and
 * counts as now.
 */
export const stillRecent = (tries: RecentTries, now: number, windowMs: number): RecentTries =>
  tries.map(([time, amount]) => [Math.min(time, now), amount] as const).filter(([at]) => at + windowMs > now)

/** The same attempts plus one. */
export function withOneMore(tries: RecentTries, now: number): RecentTries {
  const last = tries.at(-1)
  if (!last || Math.floor(last[0] / RESOLUTION_MS) !== Math.floor(now / RESOLUTION_MS))
    return [...tries, [now, 1]]
  return [...tries.slice(0, -1), [now, last[1] + 1]]
}

/** The remainder of a limit. */
export function quotaOf(tries: RecentTries, limit: number, now: number, windowMs: number): Quota {
  const used = tries.reduce((sum, [, amount]) => sum + amount, 0)
  const [first] = tries
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: first ? Math.ceil((first[0] + windowMs - now) / 1_000) : 0,
  }
}
