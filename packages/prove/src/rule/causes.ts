/** How often a test failed and passed in trials of one side. */
export interface Counts {
  failed: number
  passed: number
}

/** Trials of one failed test alone, on this tree and on its base, and how its base runs went before. */
export interface Evidence {
  here: Counts
  base: Counts
  /** Runs of the base before, in which the test ran. */
  history: Counts
  /** The last trial, of whichever side. */
  last?: keyof Counts
  /** How many trials ended as the one before. */
  repeated: number
}

/** The side on which a trial runs. */
export type Side = 'here' | 'base'

/**
 * What can be behind a failure: this change breaks the test; it breaks a test that was flaky; it makes the test flaky;
 * the test is equally flaky on both sides; something outside of the code breaks it on both sides now; it fails only
 * in the company of other tests.
 */
export type Cause = 'change' | 'change-of-flake' | 'change-flaky' | 'flake' | 'both' | 'company'

/** The shape of a beta distribution of a rate of failures. */
interface Rate {
  failures: number
  passes: number
}

export const BROKEN: Rate = { failures: 60, passes: 1 }
export const SOUND: Rate = { failures: 1, passes: 300 }
/** Of tests that have failed once: most flakes fail in 1 of 20 runs or less, but those that fail often are seen more. */
export const FLAKY: Rate = { failures: 1.6, passes: 6 }
/** Nothing is known of a change that makes a test flaky but that it has failed once. */
export const ANY: Rate = { failures: 2, passes: 1 }

interface Model {
  /** The share of failures that this is behind, before any trial. */
  prior: number
  /** The logarithm of the likelihood. */
  of(evidence: Evidence): number
}

const MODELS: Record<Cause, Model> = {
  change: {
    prior: 0.42,
    of: ({ here, base, history }) => log(BROKEN, here) + log(SOUND, sum(base, history)),
  },
  'change-of-flake': {
    prior: 0.02,
    of: ({ here, base, history }) => log(BROKEN, here) + log(FLAKY, sum(base, history)),
  },
  'change-flaky': {
    prior: 0.06,
    of: ({ here, base, history }) => log(ANY, here) + log(SOUND, sum(base, history)),
  },
  flake: { prior: 0.35, of: ({ here, base, history }) => log(FLAKY, sum(sum(here, base), history)) },
  // The history is of a time before the trouble, when the test was sound or flaky; or the base was broken already.
  both: {
    prior: 0.1,
    of: ({ here, base, history }) =>
      log(BROKEN, here) +
      log(BROKEN, base) +
      Math.max(log(SOUND, history), log(FLAKY, history), log(BROKEN, history)),
  },
  company: {
    prior: 0.05,
    of: ({ here, base, history }) => log(SOUND, here) + log(SOUND, sum(base, history)),
  },
}

/** The probability of each cause. */
export type Posterior = Readonly<Record<Cause, number>>

/** Returns the probability of each cause after these trials. */
export const posteriorOf = (evidence: Evidence): Posterior => {
  const logs = Object.entries(MODELS).map(
    ([cause, { prior, of }]) => [cause, Math.log(prior) + of(evidence)] as const,
  )
  const most = Math.max(...logs.map(([, value]) => value))
  const shares = logs.map(([cause, value]) => [cause, Math.exp(value - most)] as const)
  const total = shares.reduce((before, [, share]) => before + share, 0)
  return Object.fromEntries(shares.map(([cause, share]) => [cause, share / total])) as Posterior
}

/** Returns the evidence with one more trial. */
export const withTrial = (evidence: Evidence, side: Side, outcome: keyof Counts): Evidence => ({
  ...evidence,
  [side]: { ...evidence[side], [outcome]: evidence[side][outcome] + 1 },
  last: outcome,
  repeated: evidence.repeated + (evidence.last === outcome ? 1 : 0),
})

export const sum = (one: Counts, other: Counts): Counts => ({
  failed: one.failed + other.failed,
  passed: one.passed + other.passed,
})

/** The logarithm of the probability of a sequence with these counts, averaged over the rate. */
export const log = ({ failures, passes }: Rate, { failed, passed }: Counts): number =>
  rising(failures, failed) + rising(passes, passed) - rising(failures + passes, failed + passed)

/** The logarithm of `from × (from + 1) × …`, with so many factors. */
const rising = (from: number, factors: number): number => {
  let total = 0
  for (let i = 0; i < factors; i++) total += Math.log(from + i)
  return total
}
