const MINUTE_MS = 60_000
/** What came within this time counts as one entry, at the time of its last; so a credential costs little memory. */
const RESOLUTION_MS = 500
/** Credentials remembered; beyond it the one that asked longest ago is forgotten. */
const CREDENTIALS_REMEMBERED = 10_000

/** What a credential has left of a limit. */
export interface Quota {
  limit: number
  remaining: number
  /** Seconds until some of what was used comes back; 0 where nothing was used. */
  resetSeconds: number
}

/** Counts amounts per credential over the last minute, or another window. A limit of 0 is no limit: then every quota is null. */
export interface SlidingWindow {
  peek(credential: string, now: number): Quota | null
  /** Counts one where there is room, and says whether there was. */
  take(credential: string, now: number): { allowed: boolean; quota: Quota | null }
  /** Counts without asking; a negative amount takes back what was counted. */
  add(credential: string, amount: number, now: number): Quota | null
}

interface Entry {
  first: number
  last: number
  amount: number
}

interface Usage {
  entries: Entry[]
  total: number
}

export function makeSlidingWindow(limit: number, windowMs = MINUTE_MS): SlidingWindow {
  if (limit <= 0) return { peek: () => null, take: () => ({ allowed: true, quota: null }), add: () => null }
  const usages = new Map<string, Usage>()

  const quotaOf = (usage: Usage | undefined, now: number): Quota => ({
    limit,
    remaining: Math.max(0, limit - Math.max(0, usage?.total ?? 0)),
    resetSeconds: usage?.entries[0] ? Math.ceil((usage.entries[0].last + windowMs - now) / 1_000) : 0,
  })

  /** The credential's usage with what is older than the window gone. */
  const current = (credential: string, now: number): Usage | undefined => {
    const usage = usages.get(credential)
    if (!usage) return undefined
    let gone = 0
    for (const entry of usage.entries) {
      if (entry.last + windowMs > now) break
      usage.total -= entry.amount
      gone++
    }
    if (gone > 0) usage.entries.splice(0, gone)
    return usage
  }

  const add = (credential: string, amount: number, now: number): Quota => {
    const usage = current(credential, now) ?? { entries: [], total: 0 }
    usages.delete(credential)
    usages.set(credential, usage)
    if (usages.size > CREDENTIALS_REMEMBERED) usages.delete(usages.keys().next().value as string)
    const newest = usage.entries.at(-1)
    if (newest && now - newest.first < RESOLUTION_MS) {
      newest.last = Math.max(newest.last, now)
      newest.amount += amount
    } else {
      usage.entries.push({ first: now, last: now, amount })
    }
    usage.total += amount
    return quotaOf(usage, now)
  }

  return {
    peek: (credential, now) => quotaOf(current(credential, now), now),
    take(credential, now) {
      const usage = current(credential, now)
      if (usage && usage.total >= limit) return { allowed: false, quota: quotaOf(usage, now) }
      return { allowed: true, quota: add(credential, 1, now) }
    },
    add,
  }
}
