import { type Cause, type Evidence, type Posterior, posteriorOf } from './causes.ts'

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
export const conclude = (evidence: Evidence): Finding => {
  const { here } = evidence
  if (here.failed > 0 && here.passed > 0) return 'flaky-here'
  return here.failed === 0 && here.passed >= REPEATS ? 'passes-alone' : 'undecided'
}

/** Returns the uncertainty about the cause, bits. */
export const entropyOf = (posterior: Posterior): number =>
  (Object.keys(posterior) as Cause[]).reduce((total, cause) => {
    const share = posterior[cause]
    return share === 0 ? total : total - share * Math.log2(share)
  }, 0)
