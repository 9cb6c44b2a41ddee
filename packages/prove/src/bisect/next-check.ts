import type { Counts } from '../rule/causes.ts'

/** How the trials of one place go. */
export interface Wanted {
  /** At most so many. */
  runs: number
  /** True if the first failure tells enough. */
  endsAtFailure: boolean
}

interface Told {
  /** The place of the culprit, or the last of its range. */
  to: number
  /** The place of the bad end. */
  last: number
  /** Trials by place. */
  tried: readonly Counts[]
  /** Clean runs after which a place counts as good. */
  runs: number
  /** Trials that show how often a place fails. */
  repeats: number
  /** The place that was tried latest. */
  latest: number
  /** True for a place that gives no result. */
  isClosed(place: number): boolean
}

/**
 * Returns the next trials that could refute a culprit: of its own place, where one failure may have been a flake; of the next
 * place and some of those after it, which a mend may lie before; and of the bad end, because an outage may be over. Undefined
 * if none is left.
 */
export const nextCheck = ({
  to,
  last,
  tried,
  runs,
  repeats,
  latest,
  isClosed,
}: Told): (Wanted & { place: number }) | undefined => {
  const runsOf = (place: number) => (tried[place]?.failed ?? 0) + (tried[place]?.passed ?? 0)
  if (to < last && !isClosed(to) && runsOf(to) < repeats)
    return { place: to, runs: repeats - runsOf(to), endsAtFailure: false }
  const later = laterThan(to, last).find((place) => !isClosed(place) && runsOf(place) === 0)
  if (later !== undefined) return { place: later, runs, endsAtFailure: true }
  return latest === last ? undefined : { place: last, runs, endsAtFailure: true }
}

/** At most so many, and all of a short range: in a gap between two of them, a mend and another break may hide. */
const MOST_LATER = 6

/** The next place, and others at equal distances before the bad end. */
const laterThan = (to: number, last: number): number[] => {
  const step = Math.max(1, (last - to - 1) / MOST_LATER)
  const places = Array.from({ length: MOST_LATER }, (_, at) => Math.floor(to + 1 + at * step))
  return [...new Set(places)].filter((place) => place < last)
}

/** Returns true if a place without a failure follows one that always failed: no single commit explains that. */
export const comesAndGoes = (tried: readonly Counts[], runs: number): boolean => {
  const broken = tried.findIndex(({ failed, passed }) => failed >= FIRM && passed === 0)
  return broken !== -1 && tried.some((at, place) => place > broken && at.failed === 0 && at.passed >= runs)
}

/** So many failures and no pass are no flake. */
const FIRM = 3
