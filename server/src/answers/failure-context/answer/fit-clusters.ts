/** How much of a cluster an answer shows, from least to most. */
const LEVELS = ['line', 'brief', 'most', 'full'] as const
export type Level = (typeof LEVELS)[number]

/**
 * The same, and `name`: by its test and its values alone; and `quoted`: full, with the excerpts of documents that may
 * have nothing to do with the failure.
 */
const SHOWN = ['name', ...LEVELS, 'quoted'] as const
export type Shown = (typeof SHOWN)[number]
export type MoreThanName = Exclude<Shown, 'name'>

/** Clusters in a row that do not fit before the others are not tried: each has to be rendered to know its size. */
const MOST_MISSES = 20

interface Fitting {
  count: number
  /** Whether the author of the change must look at a cluster. */
  isUrgent(at: number): boolean
  /** Whether a cluster has details to show. */
  hasDetail(at: number): boolean
  /** The size of a cluster at a level, tokens. */
  costOf(at: number, level: Shown): number
  budget: number
  /** Clusters from the first one on that get a few details each before any of them gets more. */
  leastDetailed?: number
  /** Only this many may have details. */
  mostDetailed?: number
  /** Whether clusters without details are named. */
  areNamed: boolean
  /** Whether all names may come before the details of the first cluster, if there is room for all of them. */
  mayNameAllFirst?: boolean
  /**
   * The share of the budget for places, verdicts and fingerprints of named clusters, before any gets details; null if
   * they stay names.
   */
  shareOfLines: number | null
}

/**
 * How much of each cluster fits; null for a cluster that does not fit. All are named before any gets details; without
 * room for all names, the first one gets its details, then as many as possible are named. Then the urgent ones are
 * expanded in turn, then the others. Clusters with details follow each other, so that the next page begins behind
 * them. Quotations come last.
 */
export function fitClusters({
  count,
  isUrgent,
  hasDetail,
  costOf,
  budget,
  leastDetailed = 0,
  mostDetailed = count,
  areNamed,
  mayNameAllFirst = true,
  shareOfLines,
}: Fitting): (Shown | null)[] {
  const levels: (Shown | null)[] = new Array(count).fill(null)
  const costs = new Map<string, number>()
  const cost = (at: number, level: Shown) => {
    const key = `${at}/${level}`
    const known = costs.get(key) ?? costOf(at, level)
    costs.set(key, known)
    return known
  }
  let left = budget
  const mayHaveDetails = (at: number) =>
    at < mostDetailed && hasDetail(at) && (at === 0 || isDetailed(levels[at - 1] ?? null))
  const raise = (at: number, to: Shown): boolean => {
    const now = levels[at] ?? null
    if (now !== null && SHOWN.indexOf(now) >= SHOWN.indexOf(to)) return true
    if (to !== 'name' && to !== 'line' && !mayHaveDetails(at)) return false
    const more = cost(at, to) - (now === null ? 0 : cost(at, now))
    if (more > left) return false
    left -= more
    levels[at] = to
    return true
  }
  /** Takes clusters in order; where one is too large, a smaller one soon behind it may fill the rest. */
  const raiseAll = (some: number[], to: Shown, otherwise?: Shown) => {
    let misses = 0
    for (const at of some) {
      const isRaised = raise(at, to) || (otherwise !== undefined && raise(at, otherwise))
      misses = isRaised ? 0 : misses + 1
      if (misses > MOST_MISSES) return
    }
  }
  const every = Array.from({ length: count }, (_, at) => at)
  const areAllNamed = areNamed && mayNameAllFirst && isWithin(budget, count, (at) => cost(at, 'name'))
  if (!areAllNamed && count > 0 && !raise(0, 'brief')) raise(0, 'line')
  if (areNamed) every.every((at) => raise(at, 'name'))
  const all = areNamed ? every.filter((at) => levels[at] !== null) : every
  const urgent = all.filter(isUrgent)
  const others = all.filter((at) => !isUrgent(at))
  const hasLines = areNamed && shareOfLines !== null
  const linesEnd = budget * (1 - (shareOfLines ?? 0))
  if (hasLines) all.every((at) => left - cost(at, 'line') >= linesEnd && raise(at, 'line'))
  raise(0, 'brief')
  raiseAll(all.slice(0, leastDetailed), 'brief')
  raiseAll(urgent, 'most', 'brief')
  raiseAll(others, 'brief')
  if (hasLines) raiseAll(all, 'line')
  raiseAll(urgent, 'most')
  raiseAll(urgent, 'full')
  raiseAll(others, 'most')
  raiseAll(others, 'full')
  raiseAll(urgent, 'quoted')
  raiseAll(others, 'quoted')
  return levels
}

/** Whether the sizes of all clusters are within a budget; asks for no size after it is exceeded. */
export function isWithin(budget: number, count: number, sizeOf: (at: number) => number): boolean {
  let sum = 0
  for (let at = 0; at < count && sum <= budget; at++) sum += sizeOf(at)
  return sum <= budget
}

/** Whether a cluster gets more than one line. */
export const isDetailed = (level: Shown | null): boolean => isAtLeast(level, 'brief')

/** The number of clusters, from the first one on, that get more than one line. */
export function detailedOf(levels: (Shown | null)[]): number {
  const first = levels.findIndex((level) => !isDetailed(level))
  return first < 0 ? levels.length : first
}

/** Whether an answer has all facts of a cluster. */
export const isFull = (level: Shown | null): boolean => isAtLeast(level, 'full')

const isAtLeast = (level: Shown | null, least: Shown): boolean =>
  level !== null && SHOWN.indexOf(level) >= SHOWN.indexOf(least)

export const levelOf = (shown: MoreThanName): Level => (shown === 'quoted' ? 'full' : shown)
