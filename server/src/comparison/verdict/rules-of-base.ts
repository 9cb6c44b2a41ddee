import { isOfMachine } from '../../results/error-sign.ts'
import { VERDICT } from '../../store/tables.ts'
import {
  episodes,
  type FailureEvidence,
  hasFailed,
  hasFlaked,
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
  type Rule,
  shareOf,
  soFar,
} from './draft-verdict.ts'

/** Judges a failure by the base: the test fails there too. */
export const onBaseToo: Rule = (suspect) => {
  const { failsOnBase, sameErrorOnBase, upTo, since, base, isMoved } = suspect
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
    if (upTo.length > 1 && (!isInHistory || episodes(upTo, () => true)[0]?.length === 1)) return null
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
  if (flakes.length > 0 && upTo.length > 1 && isChance(suspect, flakes.length, streak.length))
    return knownFlake(suspect)
  // A test that alternates between failing and passing does not define the state of the base.
  const times = episodes(upTo, isLike(suspect)).length
  const isByTurns = times >= OFTEN ? streak.length <= OFTEN : times > 1 && streak.length <= 1
  if (flakes.length === 0 && isByTurns && !hasMachineError(suspect)) return null
  const failed = upTo.filter((outcome) => hasFailed(outcome) && isLike(suspect)(outcome))
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
}

/** From this many appearances and disappearances on the base branch, an error is a flake. */
const OFTEN = 3
/** A flake must fail this often in a row with at least this probability. */
const LEAST_CHANCE = 0.02

const hasMachineError = ({ shared }: FailureEvidence) => shared !== null && isOfMachine(shared.sign)

const isChance = (suspect: FailureEvidence, flakes: number, inRow: number) =>
  inRow <= 1 || flakinessOf(suspect, flakes).high ** inRow >= LEAST_CHANCE

const ORDER_ONLY = 'only their order tells tests of the same name apart'

/** Positions shift: the base's result of another test of the same name may be this test's. */
export const otherOfItsName: Rule = ({ namesakes, onBase, upTo }) =>
  namesakes.length === 0
    ? null
    : {
        kind: 'unknown',
        rule: 'another-of-its-name',
        because: `${capital(onBase === 'ran' ? soFar({ upTo }) : 'the base does not have it')}, but another test of the same name failed with this error in ${count(namesakes.length, 'base run')}: ${ORDER_ONLY}.`,
        ...lacks('distinct-names', 'distinct names, with an index or the values of each row'),
        evidence: evidenceFrom(
          'failed-on-base',
          namesakes.map((run) => ({ run })),
        ),
      }

/**
 * The test passed on the base itself, but the base branch fails the same way in runs that began
 * before the head ended.
 */
export const onBaseSince: Rule = (suspect) => {
  const { since, upTo } = suspect
  const isSame = isLike(suspect)
  const failed = since.filter((outcome) => hasFailed(outcome) && isSame(outcome))
  const newest = since.at(-1)
  const stillFails = newest !== undefined && hasFailed(newest) && isSame(newest)
  if (!(stillFails || failed.length > 1) || flakesOf(suspect).length > 0) return null
  if (episodes(upTo, isSame).length > 0) return null
  return {
    kind: 'base-is-broken',
    rule: 'fails-on-base-since',
    because: `It passed on the base, but fails the same way in ${since.length === 1 ? 'the only newer run' : `${failed.length === since.length ? 'all' : `${failed.length} of`} ${since.length} newer runs`} of the base branch.`,
    evidence: evidenceFrom('failed-on-base-since', failed),
  }
}

export const alwaysFailing: Rule = ({ upTo, onBase }) =>
  onBase !== 'ran' && upTo.length > 0 && upTo.every(hasFailed)
    ? {
        kind: 'base-is-broken',
        rule: 'always-failed-on-base',
        because: `It failed in ${shareOf(upTo.length, upTo.length)} too.`,
        evidence: evidenceFrom('failed-on-base', upTo),
      }
    : null

/** The base branch failed like this from time to time: a flake, or a break that was fixed. */
export const cameAndWent: Rule = (suspect) => {
  const { upTo, since, tries } = suspect
  const failureEpisodes = episodes([...since.toReversed(), ...upTo], isLike(suspect))
  const [only = []] = failureEpisodes
  // A break after the base that has been fixed since may still be in the code that ran here.
  const isSince = since.some((outcome) => only.includes(outcome))
  if (failureEpisodes.length === 0 || (isMended(failureEpisodes, tries) && !isSince)) return null
  const runs = failureEpisodes.flat()
  const times = `It failed like this ${failureEpisodes.length} times in ${ofRuns(upTo.length + since.length)} and passed in between`
  // Outages come and go as well.
  if (failureEpisodes.length >= OFTEN && !hasMachineError(suspect))
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
}

/**
 * A single series of failed runs, or one run that failed at every attempt, was a break that has
 * been fixed.
 */
export const isMended = (failureEpisodes: Outcome[][], tries: number) =>
  failureEpisodes.length === 1 && ((failureEpisodes[0]?.length ?? 0) > 1 || tries > 1)

/** The base has no result of the test: this change added the test, or enabled it. */
export const newHere: Rule = (suspect) => {
  const { onBase, upTo, since, runsOfLeg, head, movedFrom } = suspect
  if (onBase === 'ran' || upTo.length > 0) return null
  const moved = movedFromBroken(suspect)
  if (moved) return moved
  if (since.length > 0) {
    const passes = since.filter(hasPassed)
    const passed = passes.length === since.length ? 'passed there' : `passed in ${passes.length} of them`
    return {
      kind: 'unknown',
      rule: 'new-on-base-since',
      because: `The base does not have it, but ${count(since.length, 'newer base run')} ${since.length === 1 ? 'does' : 'do'}, and it ${passed}.`,
      ...lacks('newer-base', 'a base that has this test: update this branch'),
      evidence: [
        ...evidenceFrom('passed-on-base-since', passes),
        ...evidenceFrom('flaked', since.filter(hasFlaked)),
        ...evidenceFrom('failed-on-base-since', since.filter(hasFailed)),
      ],
    }
  }
  const runs = runsOfLeg.length
  return {
    kind: 'mine',
    rule: 'new-here',
    because:
      movedFrom !== null
        ? `It was moved from ${movedFrom.file}${movedFrom.hasPassed ? ', and passed there on the base' : ''}. It failed at every attempt here.`
        : onBase === 'absent'
          ? `The test is new: ${runs === 1 ? 'the only recent base run does not have it' : `none of the ${ofRuns(runs)} has it`}, and it failed at every attempt here.`
          : `The base skips it; here it ran, and failed at every attempt.`,
    evidence: [
      { what: 'failed-here', run: head.run },
      ...runsOfLeg.map((run) => ({ what: 'without-it-on-base' as const, run })),
    ],
  }
}

/**
 * If this many tests of the base fail with an error, it belongs to the base, regardless of its
 * other occurrences.
 */
const LEAST_FAILING = 2

/** A test that was moved or renamed while the base is broken has only a new name. */
function movedFromBroken({ gone, failingSo, base, shared }: FailureEvidence): ReturnType<Rule> {
  const evidence = [{ what: 'failed-on-base' as const, run: base }]
  const same = gone.filter((test) => test.hasSameError)
  if (same.length > 0 || (failingSo >= LEAST_FAILING && shared !== null && !isOfMachine(shared.sign)))
    return {
      kind: 'base-is-broken',
      rule: 'moved-from-broken-base',
      because:
        same.length > 0
          ? `The test is new by its name, but ${count(same.length, 'test')} that ${same.length === 1 ? 'fails' : 'fail'} on the base with the same error ${same.length === 1 ? 'is' : 'are'} gone: it was moved or renamed.`
          : `The test is new, but ${count(failingSo, 'test')} of the base fail with the same error.`,
      evidence,
    }
  if (!gone.some((test) => test.hasSameTitles)) return null
  return {
    kind: 'unknown',
    rule: 'moved-from-broken-base',
    because:
      'A test of the same titles fails on the base in another file, with another error, and is gone here.',
    ...lacks('passing-base', 'a base on which it passes, or one error to compare with the other'),
    evidence,
  }
}
