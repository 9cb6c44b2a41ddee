import { LEAST_TESTS } from '../../results/error-sign.ts'
import { wilson } from '../../tests/wilson.ts'
import {
  type FailureEvidence,
  failedBefore,
  failedOnLegs,
  hasFlaked,
  hasPassed,
  isLike,
} from '../evidence/failure-evidence.ts'
import {
  capital,
  count,
  evidenceFrom,
  flakedIn,
  flakeEvidence,
  flakesOf,
  flakinessOf,
  knownFlake,
  lacks,
  type Rule,
  soFar,
} from './draft-verdict.ts'

/**
 * A flake is ruled out if the probability that it fails this often, at all attempts, legs and runs,
 * is at most this.
 */
const TOO_RARE = { once: 0.02, again: 0.1 }

/** The test failed and passed on the same code, so a flake is possible. */
export const onSameCode: Rule = (suspect) => {
  const { sameTree, passedHere, sameCodeAsBase, failsOnBase, flakedOnBase, onBase, base, head } = suspect
  const passes = sameTree.filter(hasPassed).map(({ run }) => run)
  const flaked = sameTree.filter(hasFlaked).map(({ run }) => run)
  const passedOnBase = sameCodeAsBase && onBase === 'ran' && !failsOnBase
  if (passedOnBase) (flakedOnBase ? flaked : passes).unshift(base)
  if (!passedHere && passes.length + flaked.length === 0) return null
  const flakes = flakesOf(suspect)
  const there = 'in another run of exactly this code'
  const it =
    passes.length > 0
      ? `It passed ${there}`
      : flaked.length > 0
        ? `It passed only on a retry ${there}`
        : 'It passed at another attempt of this run'
  const evidence = [
    { what: 'failed-here' as const, run: head.run },
    ...passes.map((run) => ({ what: 'passed-on-same-code' as const, run })),
    ...flaked.map((run) => ({ what: 'flaked' as const, run })),
  ]
  if (passedOnBase || flakes.length > 0) {
    const flakiness = flakinessOf(suspect, flakes.length + 1, 1)
    return {
      kind: 'known-flake',
      rule: 'passed-on-same-code',
      because: `${it}${flakes.length > 0 ? `, and ${flakedIn(flakes.length, suspect)}` : ''}.`,
      flakiness,
      evidence: [...evidence, ...flakeEvidence(flakes)],
    }
  }
  return {
    kind: 'unknown',
    rule: 'passed-on-same-code',
    because: `${it}, so it does not always fail; ${soFar(suspect)}.`,
    ...lacks('base-run', 'another base run, or a few more runs of this code'),
    evidence,
  }
}

/** The test has flaked with this error before, and a flake can explain how often it failed here. */
export const knownFlakeRule: Rule = (suspect) => {
  const flakes = flakesOf(suspect)
  // A flake of one test does not make other tests fail with its error.
  if (flakes.length === 0 || suspect.soundAlike >= LEAST_TESTS) return null
  const { tries } = suspect
  const flakiness = flakinessOf(suspect, flakes.length)
  const again = failedBefore(suspect)
  const legs = failedOnLegs(suspect)
  // A flake also appears and disappears on a branch and between legs, each time with its own
  // probability.
  const times = 1 + again.length + legs.length
  const tooRare = times * tries === 1 ? TOO_RARE.once : TOO_RARE.again
  if (chanceToFail(suspect, flakiness.high) ** times >= tooRare) return knownFlake(suspect)
  const inEach = [
    ...(again.length > 0 ? [`in ${count(again.length + 1, 'run')} of this branch in a row`] : []),
    ...(legs.length > 0 ? [`on ${count(legs.length + 1, 'leg')} of this run`] : []),
    ...(times * tries === 1 ? ['in this run'] : []),
  ]
  return {
    kind: 'unknown',
    rule: 'too-often-for-a-flake',
    because:
      inEach.length > 0
        ? `${capital(flakedIn(flakes.length, suspect))}; here it failed ${inEach.join(' and ')}, which such a flake hardly does.`
        : `${capital(flakedIn(flakes.length, suspect))}, but always passed when tried again; here it failed at all ${tries} attempts.`,
    ...(again.length > 0
      ? lacks('base-run', 'whether it still fails without this change: run the base again')
      : lacks('another-run', 'whether it fails again: run it again', 1, 2)),
    flakiness,
    evidence: [...evidenceFrom('failed-before', again), ...flakeEvidence(flakes)],
  }
}

/**
 * The maximum probability that a flake fails all attempts of one run, by its rate and by how often
 * it did.
 */
function chanceToFail(suspect: FailureEvidence, rate: number): number {
  const { tries, sightings, ran } = suspect
  const failed = sightings.filter((sighting) => sighting.failed && isLike(suspect)(sighting)).length
  const { high } = wilson(Math.min(failed, ran), ran)
  if (tries === 1) return Math.max(rate, failed > 0 ? high : 0)
  return failed > 0 ? high : Math.min(rate ** tries, high)
}
