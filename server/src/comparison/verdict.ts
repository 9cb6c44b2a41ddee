import {
  andFlaked,
  capital,
  count,
  flakedIn,
  flakeEvidence,
  flakesOf,
  flakinessOf,
  knownFlake,
  type Opinion,
  type Rule,
  shareOf,
  soFar,
  told,
} from './opinion.ts'
import { isOfMachine } from './outage.ts'
import type { Run } from './outcomes.ts'
import {
  alwaysFailing,
  cameAndWent,
  isMended,
  newHere,
  onBaseSince,
  onBaseToo,
  otherOfItsName,
} from './rules-of-base.ts'
import { DAYS_LOOKED_AT } from './sightings.ts'
import { episodes, hasFailed, hasFlaked, hasPassed, isLike, type Suspect } from './suspect.ts'

/** Base runs without a failure that it takes, by how many attempts failed here: one failure is easily chance. */
const runsNeeded = (tries: number) => (tries > 1 ? 5 : 15)
/** A flake that would fail at all attempts as rarely as this is not what happened. */
const TOO_RARE = 0.02
/** An error that stays on the branch for longer than outages last is the branch's. */
const LONG_MS = 2 * 3_600_000

/** Who is to blame for a failure, as far as the evidence goes: the first rule that has something to say. */
export function judge(suspect: Suspect): Opinion {
  for (const rule of RULES) {
    const opinion = rule(suspect)
    if (opinion) return { missing: null, flakiness: null, evidence: [], ...opinion }
  }
  return byThisChange(suspect)
}

/** Nearly all of a run failed with an error of the machine, or with one that other branches had at the time. */
const wholeRun: Rule = (suspect) => {
  const { outage, head, sameErrorOnBase } = suspect
  if (!outage?.isOwn || isLasting(suspect, outage.elsewhere)) return null
  // Without a sign of the machine, only branches that did not break it themselves speak for one.
  const isElsewhere = outage.elsewhere.length > 0 && sameErrorOnBase !== true
  if (!isOfMachine(outage.error) && !isElsewhere) return null
  return {
    kind: 'infrastructure',
    because: `${mostOf(suspect)}.`,
    evidence: [
      { what: 'failed-here', run: head.run },
      ...outage.elsewhere.map((run) => ({ what: 'failed-elsewhere' as const, run })),
    ],
  }
}

type RunOutage = NonNullable<Suspect['outage']>

function mostOf({ outage, head }: Suspect): string {
  const { alike, error, elsewhere } = outage as RunOutage
  const how = error.code ?? (error.hasTimedOut ? 'the same timeout' : 'the same error')
  const there =
    elsewhere.length > 0
      ? `, as tests of ${count(elsewhere.length, 'run')} of other branches did within the hour`
      : ''
  return `${head.failed} of the ${head.ran} tests of this run failed, ${alike} of them with ${how}${there}`
}

/** A helper that all tests share, broken by the change, looks exactly like a broken machine. */
const mostFailedAlike: Rule = (suspect) => {
  const { outage, head } = suspect
  if (!outage || isLasting(suspect, outage.elsewhere)) return null
  const evidence = [{ what: 'failed-here' as const, run: head.run }]
  if (!outage.isOwn)
    return {
      kind: 'unknown',
      because: `${mostOf(suspect)}; this one failed with another error, which may follow from it.`,
      missing: 'whether it fails on its own: run it again once most of the others pass',
      evidence,
    }
  return {
    kind: 'unknown',
    because: `${mostOf(suspect)}, which names neither machine nor network, and no other branch had it within the hour.`,
    missing:
      'whether this change broke what these tests share, or the machine did: look at the error, or run the base again',
    evidence,
  }
}

/** True where the base, or this branch alone, has had the error for longer than outages last. */
function isLasting(suspect: Suspect, elsewhere: Run[]): boolean {
  const { before, head, failsOnBase, sameErrorOnBase, upTo, base } = suspect
  const isSame = isLike(suspect)
  const isOld = (run: Run) => head.run.started_at - run.started_at > LONG_MS
  const stays = before.some((outcome) => hasFailed(outcome) && isSame(outcome) && isOld(outcome.run))
  const isOnBase =
    failsOnBase &&
    sameErrorOnBase !== false &&
    (isOld(base) || (episodes(upTo, isSame)[0] ?? []).some(({ run }) => isOld(run)))
  return isOnBase || (stays && elsewhere.length === 0)
}

const sharedError: Rule = (suspect) => {
  const { shared, head } = suspect
  if (!shared?.isCertain) return null
  // A flake that several tests share is one of theirs, not of the machines they run on.
  const isOld = (run: Run) => head.run.started_at - run.started_at > LONG_MS
  if (shared.code === null && flakesOf(suspect).some(({ run }) => isOld(run))) return null
  if (isLasting(suspect, shared.elsewhere)) return null
  const error = shared.code === null ? 'this error' : shared.code
  const here =
    shared.tests > 1
      ? `${shared.tests} tests in ${count(shared.files, 'file')} failed with ${error} in this run`
      : `It failed with ${error}`
  const there =
    shared.elsewhere.length > 0
      ? `, and tests of ${count(shared.elsewhere.length, 'run')} of other branches did within the hour`
      : ', which have nothing else in common'
  return {
    kind: 'infrastructure',
    because: `${here}${there}.`,
    evidence: [
      { what: 'failed-here', run: head.run },
      ...shared.elsewhere.map((run) => ({ what: 'failed-elsewhere' as const, run })),
    ],
  }
}

/** Failed and passed on the same code: whatever it is, it is not certain to happen again. */
const onSameCode: Rule = (suspect) => {
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
        ? `It passed only when tried again ${there}`
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
      because: `${it}${flakes.length > 0 ? `, and ${flakedIn(flakes.length, suspect)}` : ''}.`,
      flakiness,
      evidence: [...evidence, ...flakeEvidence(flakes)],
    }
  }
  return {
    kind: 'unknown',
    because: `${it}, so it does not always fail; ${soFar(suspect)}.`,
    missing: 'whether it was like this before the change: run the base again, or this code a few times more',
    evidence,
  }
}

const knownFlakeRule: Rule = (suspect) => {
  const flakes = flakesOf(suspect)
  if (flakes.length === 0) return null
  const { tries, sightings } = suspect
  const flakiness = flakinessOf(suspect, flakes.length)
  const failedWhole = sightings.some((sighting) => sighting.failed && isLike(suspect)(sighting))
  const chance = flakiness.high ** tries
  if (tries > 1 && !failedWhole && chance < TOO_RARE)
    return {
      kind: 'unknown',
      because: `${capital(flakedIn(flakes.length, suspect))}, but always passed when tried again; here it failed at all ${tries} attempts.`,
      missing: 'whether it fails again: run it once more',
      flakiness,
      evidence: flakeEvidence(flakes),
    }
  return knownFlake(suspect)
}

const onOtherBranches: Rule = (suspect) => {
  const { sightings, base, upTo, since, tries, head } = suspect
  // What the base branch had, other branches had from there; and what comes to it was on a branch before.
  const isExplained = isMended(episodes([...since.toReversed(), ...upTo], isLike(suspect)), tries)
  if (isExplained || head.run.branch === base.branch) return null
  const others = sightings.filter((one) => one.run.branch !== base.branch && isLike(suspect)(one))
  if (others.length === 0) return null
  const branches = new Set(others.map(({ run }) => run.branch))
  return {
    kind: 'unknown',
    because: `${capital(soFar(suspect))}, but it failed with this error on ${count(branches.size, 'other branch', 'other branches')} in the last ${DAYS_LOOKED_AT} days.`,
    missing: 'what those branches have in common with this one: look at their runs, or run this code again',
    evidence: told('failed-elsewhere', others),
  }
}

/** Something that several tests share may be what is not certain: a lock, a fixture, a helper. */
const othersFlakeSo: Rule = (suspect) => {
  const { flakedElsewhere } = suspect
  if (flakedElsewhere.length === 0) return null
  return {
    kind: 'unknown',
    because: `${capital(soFar(suspect))}, but other tests flaked with this error in ${count(flakedElsewhere.length, 'run')} of other branches in the last ${DAYS_LOOKED_AT} days.`,
    missing: 'whether it fails again: run it once more',
    evidence: told(
      'flaked',
      flakedElsewhere.map((run) => ({ run })),
    ),
  }
}

const onAnotherLeg: Rule = ({ otherLeg, base }) =>
  otherLeg === null
    ? null
    : {
        kind: 'unknown',
        because: `The base ran on ${otherLeg} only; whether it fails on this leg there is not known.`,
        missing: 'a base run on this leg',
        evidence: [{ what: 'other-leg', run: base }],
      }

/** Many tests waited in vain: for a machine that was too slow, or for what this change no longer answers. */
const hungOnce: Rule = ({ shared, head, before }) =>
  shared === null || shared.isCertain || before.some(hasFailed)
    ? null
    : {
        kind: 'unknown',
        because: `${shared.tests} tests in ${count(shared.files, 'file')} timed out with the same error, which does not say where.`,
        missing: 'whether it happens again: run it once more',
        evidence: [{ what: 'failed-here', run: head.run }],
      }

function byThisChange(suspect: Suspect): Opinion {
  const { upTo, before, tries, head } = suspect
  const isSame = isLike(suspect)
  const firstPass = before.findIndex((outcome) => !(hasFailed(outcome) && isSame(outcome)))
  const again = firstPass < 0 ? before : before.slice(0, firstPass)
  const attempts = tries + again.length
  const needed = runsNeeded(attempts)
  // Failures of another kind say nothing of this one; one of this kind was mended.
  const lastOfKind = upTo.findIndex((outcome) => hasFailed(outcome) && isSame(outcome))
  const clean = (lastOfKind < 0 ? upTo : upTo.slice(0, lastOfKind)).filter(hasPassed)
  const evidence = [
    { what: 'failed-here' as const, run: head.run },
    ...told('failed-before', again),
    ...told('passed-on-base', clean),
    ...told('flaked', upTo.filter(hasFlaked)),
  ]
  if (clean.length < needed)
    return {
      kind: 'unknown',
      because: `${capital(soFar(suspect))}; ${needed} clean passes are needed to tell a regression from a flake${attempts > 1 ? '' : ', or a second failure here'}.`,
      missing: `${clean.length} clean base runs of ${needed}`,
      flakiness: null,
      evidence,
    }
  return {
    kind: 'mine',
    because: `It passed in ${shareOf(clean.length, upTo.length)}${andFlaked(upTo)}, failed at every attempt here${again.length > 0 ? ` and in ${count(again.length, 'run')} of this branch before` : ''}, and this error is on no other branch.`,
    missing: null,
    flakiness: null,
    evidence,
  }
}

const RULES: Rule[] = [
  wholeRun,
  sharedError,
  onSameCode,
  onBaseToo,
  alwaysFailing,
  knownFlakeRule,
  onBaseSince,
  mostFailedAlike,
  cameAndWent,
  onOtherBranches,
  othersFlakeSo,
  onAnotherLeg,
  hungOnce,
  otherOfItsName,
  newHere,
]
