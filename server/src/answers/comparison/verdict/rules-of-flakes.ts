import { percentText } from '@svc/protocol'
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
 * A flake excuses a failure only if such a flake fails this often with at least this probability, at all attempts, legs
 * and runs of this branch. A change that breaks a flaky test with the flake's own error looks the same; the bound keeps
 * the regressions excused below 0.5 %.
 */
const LEAST_CHANCE = 0.15
/** The same if it passed on another leg of this run: a change breaks a test on all legs, and a flake strikes each by itself. */
const LEAST_ON_ONE_LEG = 0.02

const leastChance = ({ otherLegs }: Evidence<'otherLegs'>) =>
  otherLegs.some(hasPassed) ? LEAST_ON_ONE_LEG : LEAST_CHANCE

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
  const chance = chanceHere(suspect)
  if (chance >= leastChance(suspect)) return isKnown(suspect) ? knownFlake(suspect) : flakedOnce(suspect)
  return {
    ...tooOften(suspect, capital(flakedIn(flakes.length, suspect)), chance),
    flakiness: flakinessOf(suspect, flakes.length),
    evidence: [...evidenceFrom('failed-before', failedBefore(suspect)), ...flakeEvidence(flakes)],
  }
})

type Often = Evidence<'compared' | 'here' | 'otherLegs' | 'own'>

/** Runs of this branch and legs of this run in which it failed: a flake does in each with its own probability. */
const timesHere = (suspect: Often) => 1 + failedBefore(suspect).length + failedOnLegs(suspect).length

/** The probability that a flake of this test fails this often, as far as its flakes on other branches tell. */
function chanceHere(suspect: Often & Evidence<'flakes'>): number {
  const { tries } = suspect.here
  const { sightings, ran } = suspect.flakes
  const times = timesHere(suspect)
  const flakes = flakesOf(suspect).length
  const failed = sightings.filter((sighting) => sighting.failed && isLike(suspect)(sighting)).length
  const hits = tries === 1 ? Math.max(flakes, failed) : failed
  const of = Math.max(hits, flakes, ran)
  // If no run failed as a whole, each attempt is a trial of its own.
  return hits > 0 ? chanceInRow(hits, of, times) : chanceInRow(flakes, of, times * tries)
}

/** True if a flake of this test hardly fails this often, as far as its flakes on other branches tell. */
export const isTooOften = (suspect: Often & Evidence<'flakes'>): boolean =>
  chanceHere(suspect) < leastChance(suspect)

/** The doubt if a test that failed in that many of these runs hardly fails as often as here by chance; else null. */
export function hardlyChance(suspect: Often, before: string, failed: number, runs: number): Said | null {
  const chance = chanceInRow(failed, runs, timesHere(suspect))
  return chance < leastChance(suspect) ? tooOften(suspect, before, chance) : null
}

function tooOften(suspect: Often, before: string, chance: number): Said {
  const [again, legs] = [failedBefore(suspect), failedOnLegs(suspect)]
  const { tries } = suspect.here
  const inEach = [
    ...(again.length > 0 ? [`in ${count(again.length + 1, 'run')} of this branch in a row`] : []),
    ...(legs.length > 0 ? [`on ${count(legs.length + 1, 'leg')} of this run`] : []),
  ]
  const here = inEach.join(' and ') || (tries > 1 ? `at all ${tries} attempts` : 'in this run')
  return {
    kind: 'unknown',
    rule: 'too-often-for-a-flake',
    because: `${before}; here it failed ${here}. Such a flake alone does that with a chance of ${percentText(chance)}, too low to excuse the change.`,
    ...(again.length > 0
      ? lacks('base-run', 'whether it still fails without this change: run the base again')
      : lacks('another-run', 'whether it fails again: run it again', 1, 2)),
  }
}

/** Tests that fail together by chance with a lower probability have one cause. */
const TOO_RARE = 0.02
/** If this many tests of a base run fail by chance, one failed run proves nothing. */
export const CHANCE = 0.08

/** How often tests fail by chance that no run has seen fail, as the end of a sentence. */
export const oftenByChance = (oneOffs: number): string =>
  oneOffs < 1
    ? `in ${oneOffs > 0.5 ? 'most base runs' : `one base run of ${Math.round(1 / oneOffs)}`}, a test fails by chance for the first time`
    : `${oneOffs.toFixed(1)} tests of a base run fail by chance for the first time`

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
 * True if a flake hardly explains a test that failed beside its neighbours and passed alone: the test alone failed with its
 * error, at several attempts, while tests that share a lock fail together; or several tests that never failed before have
 * these different errors.
 */
export function isByNeighbours(
  { here, shared, oneOffs }: Evidence<'here' | 'shared' | 'oneOffs'>,
  errors: number,
): boolean {
  if (shared !== null && isOfMachine(shared.sign)) return false
  const isLone = shared === null || shared.tests === 1
  return (here.tries > 1 && isLone) || haveOneCause(errors, oneOffs)
}

/**
 * The test passed in a re-run of selected tests. A flake, an outage that is over, and a neighbour that breaks it
 * all look like this. It is no flake if it failed in an earlier run of this branch, too.
 */
export const passedAlone = rule(['compared', 'here', 'own', 'history', 'shared', 'oneOffs'], (suspect) => {
  const { sameTree } = suspect.own
  const { run: head } = suspect.here
  const { upTo, freshAlone } = suspect.history
  const alone = sameTree.filter(hasPassedAlone)
  if (alone.length === 0 || failedBefore(suspect).some(({ run }) => run.id !== head.id)) return null
  if (isByNeighbours(suspect, upTo.every(hasPassed) ? freshAlone : 0)) return null
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
