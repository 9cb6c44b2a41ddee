import type { Quota } from '../../ground/kernel/context.ts'

const MINUTE_MS = 60_000
/**
 * Amounts within this time form one entry, dated by the last of them, so that a credential takes
 * little memory.
 */
const RESOLUTION_MS = 500
/** The number of credentials in memory; above it, the least recently active one is dropped. */
const CREDENTIALS_REMEMBERED = 10_000

/**
 * Counts amounts per credential over the last minute. A limit of 0 means no limit: then
 * every quota is null.
 */
export interface SlidingWindow {
  peek(credential: string, now: number): Quota | null
  /** Counts one if the limit allows it, and returns whether it did. */
  take(credential: string, now: number): { allowed: boolean; quota: Quota | null }
  /** Counts without a check; a negative amount reverts an earlier count. */
  add(credential: string, amount: number, now: number): Quota | null
  /** Reverts one of the latest counts. */
  giveBack(credential: string, now: number): Quota | null
  /** Adds another replica's count of `ageMs` ago; a negative amount was reverted there. */
  merge(credential: string, amount: number, ageMs: number, now: number): void
  /**
   * Calls `counted` with each later count, negative if it is reverted; a window without a limit counts
   * nothing.
   */
  watch(counted: Counted): void
}

type Counted = (credential: string, amount: number, now: number) => void

interface Entry {
  first: number
  last: number
  amount: number
}

interface Usage {
  entries: Entry[]
  total: number
}

export function makeSlidingWindow(limit: number): SlidingWindow {
  if (limit <= 0) return NO_LIMIT
  const usages = new Map<string, Usage>()

  const watchers: Counted[] = []

  const quotaOf = (usage: Usage | undefined, now: number): Quota => {
    const total = Math.max(0, usage?.total ?? 0)
    return {
      limit,
      remaining: Math.max(0, limit - Math.max(0, total)),
      resetSeconds: usage ? Math.ceil((comesBackAt(usage, now) - now) / 1_000) : 0,
    }
  }

  /** When the limit next allows a request; replicas together may have allowed more than the limit. */
  const comesBackAt = ({ entries, total }: Usage, now: number): number => {
    let left = total
    for (const { amount, last } of entries) {
      left -= amount
      if (left < limit) return last + MINUTE_MS
    }
    return now
  }

  /** The credential's usage without entries older than the window. */
  const current = (credential: string, now: number): Usage | undefined => {
    const usage = usages.get(credential)
    if (!usage) return undefined
    let gone = 0
    for (const entry of usage.entries) {
      if (entry.last + MINUTE_MS > now) break
      usage.total -= entry.amount
      gone++
    }
    if (gone > 0) usage.entries.splice(0, gone)
    return usage
  }

  /** A count at the time `at`, which may be older than known counts. */
  const count = (credential: string, amount: number, position: number, now: number): Usage => {
    const usage = current(credential, now) ?? { entries: [], total: 0 }
    usages.delete(credential)
    usages.set(credential, usage)
    if (usages.size > CREDENTIALS_REMEMBERED) usages.delete(usages.keys().next().value as string)
    const { entries } = usage
    let before = entries.length
    while (before > 0 && (entries[before - 1] as Entry).first - position >= RESOLUTION_MS) before--
    const near = entries[before - 1]
    if (near && position - near.first < RESOLUTION_MS) {
      near.last = Math.max(near.last, position)
      near.amount += amount
    } else {
      entries.splice(before, 0, { first: position, last: position, amount })
    }
    usage.total += amount
    return usage
  }

  /** The newest first: they would hold the credential back longest. */
  const uncount = (credential: string, amount: number, now: number): Usage | undefined => {
    const usage = current(credential, now)
    let left = amount
    for (let index = (usage?.entries.length ?? 0) - 1; usage && index >= 0 && left > 0; index--) {
      const entry = usage.entries[index] as Entry
      const taken = Math.min(entry.amount, left)
      entry.amount -= taken
      usage.total -= taken
      left -= taken
      if (entry.amount === 0) usage.entries.splice(index, 1)
    }
    return usage
  }

  const add = (credential: string, amount: number, now: number): Quota => {
    for (const counted of watchers) counted(credential, amount, now)
    return quotaOf(count(credential, amount, now, now), now)
  }

  return {
    peek: (credential, now) => quotaOf(current(credential, now), now),
    take(credential, now) {
      const usage = current(credential, now)
      if (usage && usage.total >= limit) return { allowed: false, quota: quotaOf(usage, now) }
      return { allowed: true, quota: add(credential, 1, now) }
    },
    add,
    giveBack(credential, now) {
      for (const counted of watchers) counted(credential, -1, now)
      return quotaOf(uncount(credential, 1, now), now)
    },
    merge(credential, amount, ageMs, now) {
      if (amount < 0) uncount(credential, -amount, now)
      else if (ageMs < MINUTE_MS) count(credential, amount, now - ageMs, now)
    },
    watch: (counted) => void watchers.push(counted),
  }
}

const NO_LIMIT: SlidingWindow = {
  peek: () => null,
  take: () => ({ allowed: true, quota: null }),
  add: () => null,
  giveBack: () => null,
  merge: () => {},
  watch: () => {},
}
