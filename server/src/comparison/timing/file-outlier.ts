import { HICCUP_TIMES, median, type Outlier, outlier, spreadOf } from './outlier.ts'

/**
 * A hiccup seldom strikes most tests of a file at once. If they agree, a single run of a calm file needs fewer
 * times its usual. The thresholds were chosen by simulation.
 */
const AGREED = { tests: 5, share: 0.8, times: 1.7 }
/** A calm file has this many runs, at most this spread relative to its usual, and never strayed half as far. */
const CALM = { runs: 20, spread: 0.12, strayed: halfOf(AGREED.times) }
/** If fewer of its tests took longer, a single run of a file shows a hiccup of the others. */
const LEAST_SHARE = 0.5

/** The durations of one test of a file, at the pace of a usual run. */
export interface TestOfFile {
  headMs: number
  /** In the runs of the base branch. */
  allMs: number[]
}

/**
 * How the sum of a file's tests stands out from its own history; null if it does not. Several runs of the head's
 * code are judged like a test's. A single run counts only if its tests agree.
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
  // Of two equal runs, neither is taken for a hiccup.
  return outlier(agree ? [headMs, headMs] : headsMs, allMs)
}

const isCalm = (allMs: number[], usualMs: number) =>
  allMs.length >= CALM.runs &&
  spreadOf(allMs, usualMs) <= CALM.spread * usualMs &&
  Math.max(...allMs) < CALM.strayed * usualMs

/** The share of tests that took at least so many times their usual. */
const shareAbove = (tests: TestOfFile[], times: number) =>
  tests.filter(({ headMs, allMs }) => headMs >= times * median(allMs)).length / tests.length

/** Half of what a number of times adds: 1.5 for twice. */
function halfOf(times: number): number {
  return 1 + (times - 1) / 2
}
