import { HICCUP_TIMES, median, type Outlier, outlier, spreadOf } from './test-outlier.ts'

/**
 * A one-off slowdown rarely affects most tests of a file at once. If they agree, a single run of a
 * steady file may count with a lower factor. The thresholds were chosen by simulation.
 */
const AGREED = { tests: 5, share: 0.8, times: 1.7 }
/**
 * A steady file has this many runs, at most this relative spread, and has never deviated by half of
 * the factor.
 */
const CALM = { runs: 20, spread: 0.12, strayed: halfOf(AGREED.times) }
/** If fewer of its tests took longer, a single run of a file shows a one-off slowdown of those tests. */
const LEAST_SHARE = 0.5

/** The durations of one test of a file, scaled to the speed of a usual run. */
export interface TestOfFile {
  headMs: number
  /** Durations in the runs of the base branch. */
  allMs: number[]
}

/**
 * How the total duration of a file's tests deviates from its history; null if it does not. Several
 * runs of the head's code are judged like those of a test. A single run counts only if its tests
 * agree.
 */
export function fileOutlier(headsMs: number[], allMs: number[], tests: TestOfFile[]): Outlier | null {
  const [headMs] = headsMs
  if (headMs === undefined || headsMs.length > 1) return outlier(headsMs, allMs)
  const usualMs = median(allMs)
  const times = headMs / usualMs
  if (times < HICCUP_TIMES && shareAbove(tests, halfOf(times)) < LEAST_SHARE) return null
  const agree =
    tests.length >= AGREED.tests &&
    times >= AGREED.times &&
    isCalm(allMs, usualMs) &&
    shareAbove(tests, halfOf(AGREED.times)) >= AGREED.share
  // Two equal runs cannot both be one-off slowdowns.
  return outlier(agree ? [headMs, headMs] : headsMs, allMs)
}

const isCalm = (allMs: number[], usualMs: number) =>
  allMs.length >= CALM.runs &&
  spreadOf(allMs, usualMs) <= CALM.spread * usualMs &&
  Math.max(...allMs) < CALM.strayed * usualMs

/** The share of tests that took at least this many times their usual duration. */
const shareAbove = (tests: TestOfFile[], times: number) =>
  tests.filter(({ headMs, allMs }) => headMs >= times * median(allMs)).length / tests.length

/** Halves the excess of a factor: 2 becomes 1.5. */
function halfOf(times: number): number {
  return 1 + (times - 1) / 2
}
