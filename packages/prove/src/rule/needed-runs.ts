import { wilson } from '@svc/protocol'

/** How often a failure occurred in this many runs of its tests. */
export interface Rate {
  hits: number
  runs: number
}

/**
 * A fix counts as verified if a series of clean runs this long had at most this probability without
 * the fix.
 */
const DOUBT = 0.05
const FEWEST = 3
/** More would take weeks; the confidence states what these prove. */
const MOST = 100
/** Used for a failure whose earlier runs were removed. Comparisons require as many clean runs. */
const UNKNOWN_RATE = 15

/** The lowest rate that is consistent with its earlier runs, with 95 % certainty. */
export const lowestRate = ({ hits, runs }: Rate): number => wilson(hits, runs).low

/**
 * The number of clean runs in which a failure of this rate would have come back with 95 %
 * certainty.
 */
export function neededRuns(rate: Rate): number {
  if (rate.hits === 0) return UNKNOWN_RATE
  const low = lowestRate(rate)
  return Math.min(MOST, Math.max(FEWEST, Math.ceil(Math.log(DOUBT) / Math.log(1 - low))))
}

/**
 * The probability that a failure of this rate would have come back in this many runs, as a lower
 * bound; 0 if the rate is unknown.
 */
export const confidenceAfter = (rate: Rate, clean: number): number =>
  rate.hits === 0 ? 0 : 1 - (1 - lowestRate(rate)) ** clean
