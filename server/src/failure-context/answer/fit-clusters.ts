import { SHOWN, type Shown } from './render-cluster.ts'

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
}

/** The share of the budget for clusters that are only named. */
const SHARE_OF_LINES = 0.4

/**
 * How much of each cluster fits; null for a cluster that does not fit. The first one is shown well,
 * then as many as possible are named, then the urgent ones are expanded in turn, then the others. Clusters with
 * details follow each other, so that the next page begins behind them. Quotations come last.
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
    if (to !== 'line' && !mayHaveDetails(at)) return false
    const more = cost(at, to) - (now === null ? 0 : cost(at, now))
    if (more > left) return false
    left -= more
    levels[at] = to
    return true
  }
  if (count > 0 && !(raise(0, 'most') || raise(0, 'brief'))) raise(0, 'line')
  let lines = budget * SHARE_OF_LINES
  for (let at = 1; areNamed && at < count; at++) {
    lines -= cost(at, 'line')
    if (lines < 0 || !raise(at, 'line')) break
  }
  const named = areNamed ? levels.findLastIndex((level) => level !== null) + 1 : count
  const all = Array.from({ length: named }, (_, at) => at)
  const urgent = all.filter(isUrgent)
  const others = all.filter((at) => !isUrgent(at))
  /**
   * Takes clusters in order and stops at the first that does not fit, because a page shows the
   * first ones.
   */
  const raiseAll = (some: number[], to: Shown, otherwise?: Shown) => {
    for (const at of some) if (!raise(at, to) && !(otherwise && raise(at, otherwise))) return
  }
  raiseAll(all.slice(0, leastDetailed), 'brief')
  raiseAll(urgent, 'most', 'brief')
  raiseAll(others, 'brief')
  raiseAll(urgent, 'most')
  raiseAll(urgent, 'full')
  raiseAll(others, 'most')
  raiseAll(others, 'full')
  raiseAll(urgent, 'quoted')
  raiseAll(others, 'quoted')
  return levels
}

/** Whether a cluster gets more than one line. */
export const isDetailed = (level: Shown | null): boolean => isAtLeast(level, 'brief')

/** Whether an answer has all facts of a cluster. */
export const isFull = (level: Shown | null): boolean => isAtLeast(level, 'full')

const isAtLeast = (level: Shown | null, least: Shown): boolean =>
  level !== null && SHOWN.indexOf(level) >= SHOWN.indexOf(least)
