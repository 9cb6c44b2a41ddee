import { type Counts, type Evidence, posteriorOf, type Side, withTrial } from './causes.ts'
import { entropyOf } from './decide.ts'

const SIDES: Side[] = ['here', 'base']
const OUTCOMES: (keyof Counts)[] = ['failed', 'passed']

/** A trial, and what it promises. */
export interface Promised {
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
