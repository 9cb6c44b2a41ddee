import { ANY, BROKEN, type Counts, FLAKY, log, SOUND, sum } from '../rule/causes.ts'

/** The share of failures that no commit of the range is behind: flakes, and what the machine does. */
const NONE = 0.05

/** The share of tests that a commit broke, or made worse, and that were flaky before. */
const FLAKY_BEFORE = 0.2

/** How probable each commit is as the culprit: `of[i]` of the commit `i`, `none` that it is none of them. */
export interface CulpritPosterior {
  of: number[]
  none: number
}

/**
 * Returns how probable each commit is as the culprit. `tried` are the trials of each place: 0 is the last good commit, which
 * cannot be the culprit, and the commits after it follow, oldest first.
 */
export const culpritPosterior = (tried: Counts[]): CulpritPosterior => {
  const all = tried.reduce(sum, NOTHING)
  let before = NOTHING
  const logs = tried.map((counts, at) => {
    const after = { failed: all.failed - before.failed, passed: all.passed - before.passed }
    const value = at === 0 ? Number.NEGATIVE_INFINITY : failing(after) + working(before)
    before = sum(before, counts)
    return value + Math.log((1 - NONE) / (tried.length - 1))
  })
  const none = Math.log(NONE) + log(FLAKY, all)
  const most = Math.max(none, ...logs)
  const shares = logs.map((value) => Math.exp(value - most))
  const total = shares.reduce((one, other) => one + other, Math.exp(none - most))
  return { of: shares.map((share) => share / total), none: Math.exp(none - most) / total }
}

const NOTHING: Counts = { failed: 0, passed: 0 }

/** From the culprit on, the test is broken, or fails at any rate. */
const failing = (counts: Counts): number => either([0.5, log(BROKEN, counts)], [0.5, log(ANY, counts)])

/** Before the culprit, the test is sound; a few were flaky, with the same error. */
const working = (counts: Counts): number =>
  either([1 - FLAKY_BEFORE, log(SOUND, counts)], [FLAKY_BEFORE, log(FLAKY, counts)])

/** The logarithm of the likelihood of several models, given the share and the logarithm of each. */
const either = (...models: [share: number, value: number][]): number => {
  const most = Math.max(...models.map(([, value]) => value))
  return most + Math.log(models.reduce((all, [share, value]) => all + share * Math.exp(value - most), 0))
}
