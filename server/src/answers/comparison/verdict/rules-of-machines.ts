import { MASS_FAILURE } from '../../../history/history/mass-failure-limits.ts'
import { isOfMachine, isOfNetwork, isOfWay, LEAST_TESTS } from '../../../results/results/error-sign.ts'
import { cleanPasses, failedBefore, hasFailed, hasPassed, isLike } from '../evidence/failure-evidence.ts'
import { count, evidenceFrom, lacks, rule } from './draft-verdict.ts'
import { CLEAN_RUNS, named, said } from './rules-of-infrastructure.ts'

/**
 * Most of the run failed in one way, or several tests with an error of the machine, and exactly this code passed in
 * another run: what surrounds the code failed. That is no flake of each test.
 */
export const failedAroundSameCode = rule(['compared', 'here', 'own', 'flakes', 'shared'], (suspect) => {
  const { shared, here } = suspect
  const { sameCodeAsBase, onBase, failsOnBase, base } = suspect.compared
  const { ran, failed } = here
  if (!shared || shared.tests < LEAST_TESTS) return null
  const isOfMost = failed >= ran * MASS_FAILURE.share && shared.tests * 2 > failed
  // Flaky tests that time out in one run by chance are no outage.
  const isWide = shared.isWide && isOfMachine(shared.sign) && suspect.flakes.soundAlike >= LEAST_TESTS
  if (!isOfMost && !isWide) return null
  const passes = suspect.own.sameTree.filter(hasPassed).map(({ run }) => run)
  if (sameCodeAsBase && onBase === 'ran' && !failsOnBase) passes.unshift(base)
  if (passes.length === 0) return null
  return {
    kind: 'infrastructure',
    rule: 'passed-on-same-code',
    because: `${failed} of the ${ran} tests of this run failed, ${shared.tests} of them with ${named(shared.sign)}, and it passed in another run of exactly this code: what surrounds the code failed.`,
    evidence: [
      { what: 'failed-here', run: here.run },
      ...passes.map((run) => ({ what: 'passed-on-same-code' as const, run })),
    ],
  }
})

const OF_MACHINES = ['compared', 'here', 'own', 'shared', 'massFailure'] as const

/**
 * One machine of this run alone met the error, for the first time: the same tests passed on another leg, or all of the
 * failed files are in one shard.
 */
export const onOneMachine = rule([...OF_MACHINES, 'otherLegs', 'history'], (suspect) => {
  const { shared, here, otherLegs, compared } = suspect
  if (!shared?.isWide || shared.known < LEAST_TESTS || compared.onBase !== 'ran') return null
  const { isOnOneLeg, isOnOneShard } = here.spread
  const passes = otherLegs.filter(hasPassed)
  const isLeg = isOnOneLeg && passes.length > 0 && passes.length === otherLegs.length && isOfWay(shared.sign)
  if (!isLeg && !(isOnOneShard && isOfNetwork(shared.sign))) return null
  const had = [...suspect.own.before, ...suspect.history.upTo].some(
    (one) => hasFailed(one) && isLike(suspect)(one),
  )
  if (had || cleanPasses(suspect).length < CLEAN_RUNS) return null
  return {
    kind: 'infrastructure',
    rule: 'one-machine',
    because: `${said(suspect, shared)}, on one machine only: ${isLeg ? `it passed on ${count(passes.length, 'other leg')}` : 'all of their files are in one shard'}, and it never failed like this before.`,
    evidence: [
      { what: 'failed-here', run: here.run },
      ...evidenceFrom('passed-on-base', cleanPasses(suspect)),
    ],
  }
})

/** From this pace on, a machine is slow: a run takes this many times its usual duration. */
const SLOW = 1.5

/** It timed out in a run that was slow as a whole, for the first time on this branch. */
export const onSlowMachine = rule([...OF_MACHINES, 'pace'], (suspect) => {
  const { shared, here, pace } = suspect
  if (!shared?.sign.hasTimedOut || shared.sign.code !== null || pace < SLOW) return null
  if (failedBefore(suspect).length > 0) return null
  return {
    kind: 'unknown',
    rule: 'slow-machine',
    because: `${said(suspect, shared)}, in a run whose tests took ${pace.toFixed(1)} times as long as usual: the machine was slow, or this change slows everything.`,
    ...lacks('another-run', 'another run, to see whether it fails again', 1, 2),
    evidence: [{ what: 'failed-here', run: here.run }],
  }
})
