import type { Quota } from '../kernel/quota.ts'

/** What comes within this time is one entry, so that a high limit costs a short list. */
const RESOLUTION_MS = 500

/** Tries within a window, oldest first: when, and how many. */
export type RecentTries = readonly (readonly [at: number, amount: number])[]

/** Those that still count. A time that is yet to come was of a clock since set back, and counts as now. */
export const stillRecent = (tries: RecentTries, now: number, windowMs: number): RecentTries =>
  tries.map(([at, amount]) => [Math.min(at, now), amount] as const).filter(([at]) => at + windowMs > now)

/** The same with one more. */
export function withOneMore(tries: RecentTries, now: number): RecentTries {
  const last = tries.at(-1)
  if (!last || Math.floor(last[0] / RESOLUTION_MS) !== Math.floor(now / RESOLUTION_MS))
    return [...tries, [now, 1]]
  return [...tries.slice(0, -1), [now, last[1] + 1]]
}

/** What is left of a limit. */
export function quotaOf(tries: RecentTries, limit: number, now: number, windowMs: number): Quota {
  const used = tries.reduce((sum, [, amount]) => sum + amount, 0)
  const [first] = tries
  return {
    limit,
    remaining: Math.max(0, limit - used),
    resetSeconds: first ? Math.ceil((first[0] + windowMs - now) / 1_000) : 0,
  }
}
