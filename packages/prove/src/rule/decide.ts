import {
  type Cause,
  type Counts,
  type Evidence,
  type Posterior,
  posteriorOf,
  type Side,
  withTrial,
} from './causes.ts'

/**
 * What trials show. `proved`: it fails here and passes on the base. `new-flake`: this change makes it flaky.
 * `flake`: it fails and passes on both sides. `fails-on-base-now`: it fails on both sides. `flaky-here`: it fails and
 * passes on this tree, and the base shows no failure yet. `passes-alone`: it did not fail again. `undecided`: the
 * time was too short.
 */
export type Finding =
  | 'proved'
  | 'new-flake'
  | 'flake'
  | 'fails-on-base-now'
  | 'flaky-here'
  | 'passes-alone'
  | 'undecided'

/** At most 1 % of `proved` are wrong. */
const SURE_OF_MINE = 0.99
/** At most 0.2 % of what is told not to be of this change is. */
const SURE_OF_OTHERS = 0.998
const SURE_OF_FLAKY = 0.95
/** What a reader accepts as a repetition. */
const REPEATS = 3
/** A side that was tried so often tells no more. */
const MOST_TRIALS = 24
/** So many passes in a row are no flake that fails in half of its runs. */
const PASSES_ALONE = 15

/** Returns what the trials show, or null if further trials may decide. */
export const decide = (evidence: Evidence): Finding | null => {
  const { here, base } = evidence
  const of = posteriorOf(evidence)
  const mine = of.change + of['change-of-flake'] + of['change-flaky']
  // A test that fails in every second run never ends twice alike.
  if (here.passed === 0 && here.failed >= REPEATS && base.passed >= REPEATS && evidence.repeated > 0)
    if (mine >= SURE_OF_MINE) return 'proved'
  // Failures of the base alone tell nothing about the one that is looked into.
  if (here.failed > 0 && base.failed > 0) {
    if (base.passed > 0 && of.flake >= SURE_OF_OTHERS) return 'flake'
    if (base.failed >= REPEATS && base.passed === 0 && of.both >= SURE_OF_OTHERS) return 'fails-on-base-now'
  }
  if (here.failed > 0 && here.passed > 0 && of['change-flaky'] >= SURE_OF_FLAKY) return 'new-flake'
  if (here.failed === 0 && here.passed >= PASSES_ALONE) return 'passes-alone'
  return base.failed + base.passed >= MOST_TRIALS || here.failed + here.passed >= MOST_TRIALS
    ? conclude(evidence)
    : null
}

/** True if a reader accepts that it does not fail alone, though further trials may show a flake. */
export const passesAlone = ({ here, base }: Evidence): boolean =>
  here.failed === 0 && base.failed === 0 && here.passed >= REPEATS

/** Returns what can be said when no trial will follow. */
export const conclude = ({ here }: Evidence): Finding => {
  if (here.failed > 0 && here.passed > 0) return 'flaky-here'
  return here.failed === 0 && here.passed >= REPEATS ? 'passes-alone' : 'undecided'
}

/** Returns the uncertainty about the cause, bits. */
const entropyOf = (posterior: Posterior): number =>
  (Object.keys(posterior) as Cause[]).reduce((total, cause) => {
    const share = posterior[cause]
    return share === 0 ? total : total - share * Math.log2(share)
  }, 0)

const SIDES: Side[] = ['here', 'base']
const OUTCOMES: (keyof Counts)[] = ['failed', 'passed']

/** A trial, and what it promises. */
interface Promised {
  side: Side
  /** Expected bits a second. */
  gain: number
}

/**
 * Returns the side of the next trial. `seconds` is what a trial of a side takes. The side is drawn, by what a trial of each
 * promises: a test that fails in every second run for what the run before left behind would otherwise fail on one side
 * alone. No side gets two trials more than the other, so that an outage which ends does not look like a fix.
 */
export const nextSide = (
  evidence: Evidence,
  seconds: Record<Side, number>,
  random: () => number,
): Promised => {
  const [here, base] = SIDES.map((side) => ({
    side,
    gain: Math.max(gainOf(evidence, side), 1e-9) / seconds[side],
  })) as [Promised, Promised]
  const ahead = trialsOf(evidence.here) - trialsOf(evidence.base)
  const side = Math.abs(ahead) >= 2 ? (ahead > 0 ? base : here) : random() < shareOf(here, base) ? here : base
  return { side: side.side, gain: Math.max(here.gain, base.gain) }
}

/** Neither side is left to the end. */
const LEAST_SHARE = 0.25
const shareOf = (here: Promised, base: Promised): number =>
  Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, here.gain / (here.gain + base.gain)))

const trialsOf = ({ failed, passed }: Counts): number => failed + passed

/** By how many bits one more trial of a side lessens the uncertainty, on average. */
const gainOf = (evidence: Evidence, side: Side): number => {
  const before = posteriorOf(evidence)
  const [failed, passed] = OUTCOMES.map((outcome) => posteriorOf(withTrial(evidence, side, outcome)))
  // The average of the posteriors is the prior: that determines how likely a failure is.
  const share = failureShare(before, failed, passed)
  return (
    entropyOf(before) -
    share * entropyOf(failed as typeof before) -
    (1 - share) * entropyOf(passed as typeof before)
  )
}

const failureShare = (before: ReturnType<typeof posteriorOf>, failed = before, passed = before): number => {
  const [cause] = (Object.keys(before) as (keyof typeof before)[]).sort(
    (a, b) => Math.abs(failed[b] - passed[b]) - Math.abs(failed[a] - passed[a]),
  )
  if (cause === undefined || failed[cause] === passed[cause]) return 0.5
  return Math.min(1, Math.max(0, (before[cause] - passed[cause]) / (failed[cause] - passed[cause])))
}
