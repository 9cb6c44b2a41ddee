import { VERDICT } from '../../../ground/store/tables.ts'
import { chanceInRow } from '../../../history/tests/chance-in-row.ts'
import { isOfMachine } from '../../../results/results/error-sign.ts'
import {
  type Evidence,
  episodes,
  failedBefore,
  failedOnLegs,
  hasFailed,
  hasPassed,
  isLike,
} from '../evidence/failure-evidence.ts'
import type { Outcome } from '../evidence/outcomes.ts'
import {
  capital,
  count,
  evidenceFrom,
  flakesOf,
  flakinessOf,
  knownFlake,
  lacks,
  ofRuns,
  rule,
  shareOf,
  soFar,
} from './draft-verdict.ts'
import { OF_BASE_OUTAGES, outageOfBase } from './rules-of-base-outages.ts'
import {
  CHANCE,
  hardlyChance,
  haveOneCause,
  isByNeighbours,
  isTooOften,
  OF_FLAKES,
  oftenByChance,
} from './rules-of-flakes.ts'

/** Judges a failure by the base: the test fails there too. */
export const onBaseToo = rule([...OF_BASE_OUTAGES, 'flakes', 'own', 'otherLegs', 'oneOffs'], (suspect) => {
  const { failsOnBase, sameErrorOnBase, base, isMoved } = suspect.compared
  const { upTo, since } = suspect.history
  if (!failsOnBase) return null
  if (sameErrorOnBase === null)
    return {
      kind: 'unknown',
      rule: 'error-not-known',
      because: 'It fails on the base too, but the error of one of the two failures is missing.',
      ...lacks('error', 'the error of one of the two failures'),
      evidence: [{ what: 'failed-on-base', run: base }],
    }
  if (!sameErrorOnBase) {
    // A single failure there with another error, or in an outage, is not the state of the base.
    const isInHistory = upTo[0]?.run.id === base.id
    const [row = []] = episodes(upTo, () => true)
    if (upTo.length > 1 && (!isInHistory || row.length === 1)) return null
    // What failed like this there and has not passed since is broken, whatever another break or an outage shows.
    // A failure without an error may have had any.
    const before = row.filter((one) => one.fingerprint !== null && isLike(suspect)(one))
    const isOnlyBreak = episodes(upTo, isLike(suspect)).length === 1 && flakesOf(suspect).length === 0
    if (isInHistory && before.length > 0 && isOnlyBreak && !hasMachineError(suspect))
      return {
        kind: 'base-is-broken',
        rule: 'fails-on-base',
        because: `It fails on the base too, now with another error; it failed like this in ${count(before.length, 'base run')} before and has not passed there since.`,
        evidence: [{ what: 'failed-on-base', run: base }, ...evidenceFrom('failed-on-base', before)],
      }
    return {
      kind: 'unknown',
      rule: 'fails-differently-on-base',
      because: 'It fails on the base too, with another error. Fix the base first, or compare the two errors.',
      ...lacks('passing-base', 'a base on which it passes'),
      evidence: [{ what: 'failed-on-base', run: base }],
    }
  }
  const flakes = flakesOf(suspect)
  const [streak = []] = upTo[0]?.verdict === VERDICT.failed ? episodes(upTo, isLike(suspect)) : []
  const isChance = chanceOfRow(suspect, streak.length) >= LEAST_CHANCE
  const times = episodes(upTo, isLike(suspect)).length
  // A test that alternates between failing and passing does not define the state of the base.
  const isByTurns = times > 1 && (streak.length <= OFTEN || (times >= OFTEN && isChance))
  // A flake that fails here more often than it does anywhere is left to its own rule.
  if (flakes.length > 0 && upTo.length > 1 && (streak.length <= 1 || isChance || isByTurns))
    return isTooOften(suspect) ? null : knownFlake(suspect)
  // An outage may come twice, and then the base breaks; what comes and goes more often is a flake.
  const mayBeOutage = hasMachineError(suspect) && times < OFTEN
  if (flakes.length === 0 && isByTurns && !mayBeOutage) return null
  const failed = upTo.filter((outcome) => hasFailed(outcome) && isLike(suspect)(outcome))
  const failedSince = since.some((outcome) => hasFailed(outcome) && isLike(suspect)(outcome))
  const isOnce = streak.length === 1 && !failedSince
  const broke = upTo.slice(1).every(hasPassed) ? suspect.history.brokenErrors : 0
  if (upTo[0]?.passedAlone && isOnce && !isByNeighbours(suspect, broke))
    return {
      kind: 'unknown',
      rule: 'passed-alone',
      because:
        'It fails the same way on the base, in one run only, and passed there when it was run again alone: a flake, or a neighbour that breaks it.',
      ...lacks('base-run', 'another run of all tests of the base'),
      evidence: [{ what: 'failed-on-base', run: base }],
    }
  const outage = outageOfBase(suspect)
  if (outage) return outage
  if (mayBeByChance(suspect) && isOnce && times <= 1 && !haveOneCause(broke, suspect.oneOffs))
    return {
      kind: 'unknown',
      rule: 'single-failure',
      because: `It fails the same way on the base, in one run only and at one attempt only, and ${oftenByChance(suspect.oneOffs)}.`,
      ...lacks('base-run', 'another run of the base', 0, 1),
      evidence: [{ what: 'failed-on-base', run: base }],
    }
  const mended = since.find(hasPassed)
  return {
    kind: 'base-is-broken',
    rule: 'fails-on-base',
    because: `It fails the same way on the base${failed.length > 0 && upTo.length > 1 ? `, and in ${failed.length} of ${ofRuns(upTo.length)}` : ''}${mended ? '; a newer base run passes, so update this branch' : ''}.${isMoved ? ` It is in another position there: ${ORDER_ONLY}.` : ''}`,
    evidence: [
      { what: 'failed-on-base', run: base },
      ...evidenceFrom('failed-on-base', failed),
      ...(mended ? [{ what: 'passed-on-base-since' as const, run: mended.run }] : []),
    ],
  }
})

/** From this many appearances and disappearances on the base branch, an error is a flake. */
const OFTEN = 3
/** A flake must fail this often in a row with at least this probability. */
const LEAST_CHANCE = 0.02

/** One test alone failed at one attempt, here and in the base's newest run, in a suite whose tests fail by chance. */
const mayBeByChance = (
  suspect: Evidence<'compared' | 'here' | 'own' | 'otherLegs' | 'shared' | 'oneOffs'>,
): boolean =>
  suspect.shared?.tests === 1 &&
  suspect.oneOffs >= CHANCE &&
  suspect.here.tries + failedBefore(suspect).length + failedOnLegs(suspect).length === 1

const hasMachineError = ({ shared }: Evidence<'shared'>) => shared !== null && isOfMachine(shared.sign)

/**
 * The probability that a flake fails the newest base runs in a row, by how often it failed or flaked in the base runs
 * before them, or on all branches.
 */
function chanceOfRow(suspect: Evidence<'compared' | 'history' | 'flakes'>, inRow: number): number {
  const before = suspect.history.upTo.slice(inRow)
  const bad = before.filter((one) => !hasPassed(one) && isLike(suspect)(one)).length
  const flakes = flakesOf(suspect).length
  return Math.max(
    chanceInRow(bad, before.length, inRow),
    chanceInRow(flakes, Math.max(flakes, suspect.flakes.ran), inRow),
  )
}

const ORDER_ONLY = 'only their order tells tests of the same name apart'

/** Positions shift: the base's result of another test of the same name may be this test's. */
export const otherOfItsName = rule(['compared', 'history', 'namesakes'], (suspect) => {
  const { namesakes, compared } = suspect
  return namesakes.length === 0
    ? null
    : {
        kind: 'unknown',
        rule: 'another-of-its-name',
        because: `${capital(compared.onBase === 'ran' ? soFar(suspect) : 'the base does not have it')}, but another test of the same name failed with this error in ${count(namesakes.length, 'base run')}: ${ORDER_ONLY}.`,
        ...lacks('distinct-names', 'distinct names, with an index or the values of each row'),
        evidence: evidenceFrom(
          'failed-on-base',
          namesakes.map((run) => ({ run })),
        ),
      }
})

/**
 * The test passed on the base itself, but the base branch fails the same way in runs that began
 * before the head ended.
 */
export const onBaseSince = rule([...OF_BASE_OUTAGES, 'flakes', 'own', 'untested'], (suspect) => {
  const { since, upTo } = suspect.history
  const { untested } = suspect
  const isSame = isLike(suspect)
  const failed = since.filter((outcome) => hasFailed(outcome) && isSame(outcome))
  const newest = since.at(-1)
  const stillFails = newest !== undefined && hasFailed(newest) && isSame(newest)
  if (!(stillFails || failed.length > 1) || flakesOf(suspect).length > 0) return null
  if (episodes(upTo, isSame).length > 0) return null
  const outage = outageOfBase(suspect)
  if (outage) return outage
  // What has been mended there cannot break this code, which has the base that passed.
  if (!stillFails && !hasMachineError(suspect)) return null
  const first = failed[0]?.run.started_at ?? 0
  // With a commit of the base branch that no run tested, it may have failed here first.
  const earlier = failedBefore(suspect).filter(
    ({ run }) => run.started_at < first && (untested === null || untested.isWithout(run)),
  )
  if (earlier.length > 0 && !hasMachineError(suspect))
    return {
      kind: 'unknown',
      rule: 'fails-on-base-since',
      because: `It passed on the base and failed here before the base branch began to fail the same way: two breaks of one kind, or one cause outside of both.`,
      ...lacks('newer-base', 'a newer base: update this branch'),
      evidence: [...evidenceFrom('failed-on-base-since', failed)],
    }
  return {
    kind: 'base-is-broken',
    rule: 'fails-on-base-since',
    because: `It passed on the base, but fails the same way in ${since.length === 1 ? 'the only newer run' : `${failed.length === since.length ? 'all' : `${failed.length} of`} ${since.length} newer runs`} of the base branch.`,
    evidence: evidenceFrom('failed-on-base-since', failed),
  }
})

export const alwaysFailing = rule(['compared', 'history'], ({ compared: { onBase }, history: { upTo } }) =>
  onBase !== 'ran' && upTo.length > 0 && upTo.every(hasFailed)
    ? {
        kind: 'base-is-broken',
        rule: 'always-failed-on-base',
        because: `It failed in ${shareOf(upTo.length, upTo.length)} too.`,
        evidence: evidenceFrom('failed-on-base', upTo),
      }
    : null,
)

/** The base branch failed like this from time to time: a flake, or a break that was fixed. */
export const cameAndWent = rule([...OF_FLAKES, 'shared'], (suspect) => {
  const { upTo, since } = suspect.history
  const { tries } = suspect.here
  const failureEpisodes = episodes([...since.toReversed(), ...upTo], isLike(suspect))
  const [only = []] = failureEpisodes
  // A break after the base that has been fixed since may still be in the code that ran here.
  const isSince = since.some((outcome) => only.includes(outcome))
  if (failureEpisodes.length === 0 || (isMended(failureEpisodes, tries) && !isSince)) return null
  const runs = failureEpisodes.flat()
  const times = `It failed like this ${failureEpisodes.length} times in ${ofRuns(upTo.length + since.length)} and passed in between`
  const isOften = failureEpisodes.length >= OFTEN && !hasMachineError(suspect)
  const doubt = isOften ? hardlyChance(suspect, times, runs.length, upTo.length + since.length) : null
  if (doubt) return { ...doubt, evidence: evidenceFrom('failed-on-base', runs) }
  // Outages come and go as well.
  if (isOften)
    return {
      kind: 'known-flake',
      rule: 'came-and-went',
      because: `${times}, so it is flaky.`,
      flakiness: flakinessOf(suspect, runs.length),
      evidence: evidenceFrom('failed-on-base', runs),
    }
  return {
    kind: 'unknown',
    rule: 'came-and-went',
    because:
      failureEpisodes.length > 1
        ? `${times}, as a flaky test does, but no two runs of the same code prove it.`
        : `It failed like this in ${count(only.length, 'base run')} and passed there since: a flake, or a break that was fixed.`,
    ...(isSince
      ? lacks('newer-base', 'a newer base: update this branch')
      : lacks('same-code-run', 'a second run of the same code, or retries')),
    evidence: evidenceFrom('failed-on-base', runs),
  }
})

/**
 * A single series of failed runs, or one run that failed at every attempt, was a break that has
 * been fixed.
 */
export const isMended = (failureEpisodes: Outcome[][], tries: number) =>
  failureEpisodes.length === 1 && ((failureEpisodes[0]?.length ?? 0) > 1 || tries > 1)
