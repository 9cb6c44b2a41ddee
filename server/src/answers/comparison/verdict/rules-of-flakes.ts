import { wilson } from '@svc/protocol'
import { chanceInRow } from '../../../history/tests/chance-in-row.ts'
import { isOfMachine, LEAST_TESTS } from '../../../results/results/error-sign.ts'
import {
  type Evidence,
  failedBefore,
  failedOnLegs,
  hasFlaked,
  hasPassed,
  hasPassedAlone,
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
  rule,
  type Said,
  soFar,
} from './draft-verdict.ts'

/**
 * A flake is ruled out if the probability that it fails this often, at all attempts, legs and runs, is below this. Of
 * a single failure, the highest probability that its interval allows; of several, the expected one.
 */
const TOO_RARE = 0.02
/** Of all attempts of one run, if none of its runs ever failed as a whole: then a change is the likelier cause. */
const TOO_RARE_AS_WHOLE = 0.05

/** The test failed and passed on the same code, so a flake is possible. */
export const onSameCode = rule(['compared', 'here', 'own', 'history', 'flakes'], (suspect) => {
  const { sameCodeAsBase, failsOnBase, flakedOnBase, onBase, base } = suspect.compared
  const { here } = suspect
  const { sameTree } = suspect.own
  const passes = sameTree.filter(hasPassed).map(({ run }) => run)
  const flaked = sameTree.filter(hasFlaked).map(({ run }) => run)
  const passedOnBase = sameCodeAsBase && onBase === 'ran' && !failsOnBase
  if (passedOnBase) (flakedOnBase ? flaked : passes).unshift(base)
  if (!here.passed && passes.length + flaked.length === 0) return null
  const flakes = flakesOf(suspect)
  const there = 'in another run of exactly this code'
  const it =
    passes.length > 0
      ? `It passed ${there}`
      : flaked.length > 0
        ? `It passed only on a retry ${there}`
        : 'It passed at another attempt of this run'
  const evidence = [
    { what: 'failed-here' as const, run: here.run },
    ...passes.map((run) => ({ what: 'passed-on-same-code' as const, run })),
    ...flaked.map((run) => ({ what: 'flaked' as const, run })),
  ]
  // *Known* takes two occasions: a pass of the same code, even of the base, shows only this one.
  if (flakes.length + flaked.length > 0) {
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
})

export const OF_FLAKES = ['compared', 'here', 'otherLegs', 'own', 'history', 'flakes'] as const
type Suspect = Evidence<(typeof OF_FLAKES)[number]>

/** In place of a known flake, if nearly all tests failed that passed on the base: a flake of each is no cause of that. */
export function notOfWholeRun({ compared }: Evidence<'compared'>, flake: Said): Said {
  const { ran, broke } = compared.counts
  const reason = `${flake.because.charAt(0).toLowerCase()}${flake.because.slice(1)}`
  return {
    ...flake,
    kind: 'unknown',
    rule: 'most-failed',
    because: `${broke} of the ${ran} tests of this run failed that passed on the base, and a flake of one test does not explain that: ${reason}`,
    ...lacks('most-passing', 'a run in which most other tests pass'),
  }
}

/** The test has flaked with this error before, and a flake can explain how often it failed here. */
export const knownFlakeRule = rule(OF_FLAKES, (suspect) => {
  const flakes = flakesOf(suspect)
  // A flake of one test does not make other tests fail with its error.
  if (flakes.length === 0 || suspect.flakes.soundAlike >= LEAST_TESTS) return null
  const { tries } = suspect.here
  const flakiness = flakinessOf(suspect, flakes.length)
  const again = failedBefore(suspect)
  if (!isTooOften(suspect)) return isKnown(suspect) ? knownFlake(suspect) : flakedOnce(suspect)
  const inEach = howOften(suspect)
  return {
    kind: 'unknown',
    rule: 'too-often-for-a-flake',
    because:
      inEach !== null
        ? `${capital(flakedIn(flakes.length, suspect))}; here it failed ${inEach}, which such a flake hardly does.`
        : `${capital(flakedIn(flakes.length, suspect))}, but always passed when tried again; here it failed at all ${tries} attempts.`,
    ...(again.length > 0
      ? lacks('base-run', 'whether it still fails without this change: run the base again')
      : lacks('another-run', 'whether it fails again: run it again', 1, 2)),
    flakiness,
    evidence: [...evidenceFrom('failed-before', again), ...flakeEvidence(flakes)],
  }
})

type Often = Evidence<'compared' | 'here' | 'otherLegs' | 'own'>

/** Runs of this branch and legs of this run in which it failed: a flake does in each with its own probability. */
const timesHere = (suspect: Often) => 1 + failedBefore(suspect).length + failedOnLegs(suspect).length

/** True if a flake of this test hardly fails this often, as far as its flakes on other branches tell. */
export const isTooOften = (suspect: Often & Evidence<'flakes'>): boolean =>
  isTooRare(suspect, flakesOf(suspect).length, timesHere(suspect))

/** True if a test that failed in that many of these runs hardly fails in all runs and legs of this branch. */
export const isHardlyChance = (suspect: Often, failed: number, runs: number): boolean =>
  timesHere(suspect) > 1 && chanceInRow(failed, runs, timesHere(suspect)) < TOO_RARE

/** In which runs and legs it failed, in words; null if it failed in one run that tried it again. */
export function howOften(suspect: Often): string | null {
  const [again, legs] = [failedBefore(suspect), failedOnLegs(suspect)]
  const inEach = [
    ...(again.length > 0 ? [`in ${count(again.length + 1, 'run')} of this branch in a row`] : []),
    ...(legs.length > 0 ? [`on ${count(legs.length + 1, 'leg')} of this run`] : []),
    ...(timesHere(suspect) * suspect.here.tries === 1 ? ['in this run'] : []),
  ]
  return inEach.length > 0 ? inEach.join(' and ') : null
}

/** If this many tests of a base run fail by chance, one failed run proves nothing. */
export const CHANCE = 0.08

/**
 * True if several tests that never failed before hardly do so in one run by chance, each in its own way: then they have
 * one cause. If `oneOffs` tests of a run fail by chance, their number has a Poisson distribution.
 */
export function haveOneCause(errors: number, oneOffs: number): boolean {
  let [fewer, term] = [0, Math.exp(-oneOffs)]
  for (let count = 0; count < errors; count++) {
    fewer += term
    term *= oneOffs / (count + 1)
  }
  return errors > 1 && 1 - fewer < TOO_RARE
}

/**
 * The test passed in a re-run of selected tests. A flake, an outage that is over, and a neighbour that breaks it
 * all look like this. It is no flake if it failed in an earlier run of this branch, too, or at several attempts beside
 * its neighbours, while no other test has its error, as tests have that share a lock; nor if several tests that never
 * failed do so at once, each in its own way.
 */
export const passedAlone = rule(['compared', 'here', 'own', 'history', 'shared', 'oneOffs'], (suspect) => {
  const { sameTree } = suspect.own
  const { run: head, tries } = suspect.here
  const { upTo, freshAlone } = suspect.history
  const alone = sameTree.filter(hasPassedAlone)
  if (alone.length === 0 || failedBefore(suspect).some(({ run }) => run.id !== head.id)) return null
  const isMachine = suspect.shared !== null && isOfMachine(suspect.shared.sign)
  const isByNeighbour = haveOneCause(freshAlone, suspect.oneOffs) && upTo.every(hasPassed)
  const isShared = suspect.shared !== null && suspect.shared.tests > 1
  if (!isMachine && ((tries > 1 && !isShared) || isByNeighbour)) return null
  return {
    kind: 'unknown',
    rule: 'passed-alone',
    because: `${capital(soFar(suspect))} and failed here, but passed when it was run again alone: a flake, or a neighbour that breaks it.`,
    ...lacks('another-run', 'a second run of all tests, not of the failed ones alone', 1, 2),
    evidence: [{ what: 'failed-here', run: head }],
  }
})

/**
 * *Known* takes two occasions: the test failed or flaked with this error in two runs of other branches. Legs of one run
 * flake together, and one re-run that passed does not show how often a test flakes.
 */
const isKnown = (suspect: Suspect): boolean =>
  new Set(suspect.flakes.sightings.filter(isLike(suspect)).map(({ run }) => run.id)).size > 1

/** A test that failed once and then passed may as well be broken by this change. */
function flakedOnce(suspect: Suspect): Said {
  const flakes = flakesOf(suspect)
  return {
    kind: 'unknown',
    rule: 'flaked-once',
    because: `${capital(flakedIn(flakes.length, suspect))}; one run does not make a known flake of it.`,
    ...lacks('another-run', 'whether it fails again: run it again', 1, 2),
    flakiness: flakinessOf(suspect, flakes.length),
    evidence: flakeEvidence(flakes),
  }
}

/** True if a flake that was seen in that many runs hardly fails all attempts in so many runs and legs. */
function isTooRare(suspect: Often & Evidence<'flakes'>, flakes: number, times: number): boolean {
  const { tries } = suspect.here
  const { sightings, ran } = suspect.flakes
  const failed = sightings.filter((sighting) => sighting.failed && isLike(suspect)(sighting)).length
  const hits = tries === 1 ? Math.max(flakes, failed) : failed
  const of = Math.max(hits, flakes, ran)
  if (times * tries === 1) return wilson(hits, of).high < TOO_RARE
  if (hits > 0) return chanceInRow(hits, of, times) < TOO_RARE
  // No run failed as a whole: each attempt is a trial of its own, and the interval bounds the rate of whole failures.
  return chanceInRow(flakes, of, times * tries) < TOO_RARE_AS_WHOLE || wilson(0, of).high ** times < TOO_RARE
}
