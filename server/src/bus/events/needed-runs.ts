import { wilson } from '../../tests/wilson.ts'

/** How often a failure occurred, in so many runs of its tests. */
export interface Rate {
  hits: number
  runs: number
}

/** A fix counts as verified when so few runs without it would have stayed clean. */
const DOUBT = 0.05
const FEWEST = 3
/** More would take weeks; the confidence says what they prove. */
const MOST = 100
/** For a failure whose earlier runs were removed; comparisons ask for as many clean runs. */
const UNKNOWN_RATE = 15

/** The lowest rate that its earlier runs allow, with 95 % certainty. */
export const lowestRate = ({ hits, runs }: Rate): number => wilson(hits, runs).low

/** Clean runs after which a failure of this rate would have come back with 95 % certainty. */
export function neededRuns(rate: Rate): number {
  if (rate.hits === 0) return UNKNOWN_RATE
  const low = lowestRate(rate)
  return Math.min(MOST, Math.max(FEWEST, Math.ceil(Math.log(DOUBT) / Math.log(1 - low))))
}

/** How likely a failure of this rate would have come back in so many runs, at least; 0 if its rate is unknown. */
export const confidenceAfter = (rate: Rate, clean: number): number =>
  rate.hits === 0 ? 0 : 1 - (1 - lowestRate(rate)) ** clean
