import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import type { Outcome, Run } from './outcomes.ts'
import { DAYS_LOOKED_AT } from './sightings.ts'
import { episodes, hasFailed, hasPassed, isLike, isOutage, type Suspect } from './suspect.ts'
import { wilson } from './wilson.ts'

type Answer = z.input<typeof Comparison>['regressions'][number]['verdict']
type What = Answer['evidence'][number]['what']

/** A verdict whose evidence is still runs of the store. */
export interface Opinion {
  kind: Answer['kind']
  because: string
  missing: string | null
  flakiness: Answer['flakiness']
  evidence: { what: What; run: Run }[]
}

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

type Rule = (suspect: Suspect) => (Pick<Opinion, 'kind' | 'because'> & Partial<Opinion>) | null

const wholeRun: Rule = ({ head }) =>
  isOutage(head)
    ? {
        kind: 'infrastructure',
        because: `${head.failed} of the ${head.ran} tests of this run failed, which no single change does.`,
        evidence: [{ what: 'failed-here', run: head.run }],
      }
    : null

const sharedError: Rule = (suspect) => {
  const { shared, before, head, failsOnBase, sameErrorOnBase, upTo, base } = suspect
  if (!shared?.isCertain) return null
  // A flake that several tests share is one of theirs, not of the machines they run on.
  const isSame = isLike(suspect)
  const isOld = (run: Run) => head.run.started_at - run.started_at > LONG_MS
  if (shared.code === null && flakesOf(suspect).some(({ run }) => isOld(run))) return null
  const stays = before.some((outcome) => hasFailed(outcome) && isSame(outcome) && isOld(outcome.run))
  const isOnBase =
    failsOnBase &&
    sameErrorOnBase !== false &&
    (isOld(base) || (episodes(upTo, isSame)[0] ?? []).some(({ run }) => isOld(run)))
  if (isOnBase || (stays && shared.elsewhere.length === 0)) return null
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
  const { sameTree, passedHere, sameCodeAsBase, failsOnBase, onBase, base, head } = suspect
  const passes = sameTree.filter((outcome) => !hasFailed(outcome)).map(({ run }) => run)
  const passedOnBase = sameCodeAsBase && onBase === 'ran' && !failsOnBase
  if (!passedHere && passes.length === 0 && !passedOnBase) return null
  if (passedOnBase && !passes.some((run) => run.id === base.id)) passes.unshift(base)
  const flakes = flakesOf(suspect)
  const where = passes.length > 0 ? 'in another run of exactly this code' : 'at another attempt of this run'
  const evidence = [
    { what: 'failed-here' as const, run: head.run },
    ...passes.map((run) => ({ what: 'passed-on-same-code' as const, run })),
  ]
  if (passedOnBase || flakes.length > 0) {
    const flakiness = flakinessOf(suspect, flakes.length + 1, 1)
    return {
      kind: 'known-flake',
      because: `It passed ${where}${flakes.length > 0 ? `, and ${flakedIn(flakes.length, suspect)}` : ''}.`,
      flakiness,
      evidence: [...evidence, ...flakeEvidence(flakes)],
    }
  }
  return {
    kind: 'unknown',
    because: `It passed ${where}, so it does not always fail; ${soFar(suspect)}.`,
    missing: 'whether it was like this before the change: run the base again, or this code a few times more',
    evidence,
  }
}

const onBaseToo: Rule = (suspect) => {
  const { failsOnBase, sameErrorOnBase, upTo, since, base } = suspect
  if (!failsOnBase) return null
  if (sameErrorOnBase === null)
    return {
      kind: 'unknown',
      because: 'It fails on the base too. Whether in the same way is not known, since an error is missing.',
      missing: 'the error of one of the two failures',
      evidence: [{ what: 'failed-on-base', run: base }],
    }
  if (!sameErrorOnBase) {
    // It failed there once and for another reason: that is no state of the base.
    if (upTo.length > 1 && episodes(upTo, () => true)[0]?.length === 1) return null
    return {
      kind: 'unknown',
      because: 'It fails on the base too, but in another way. Fix the base first, or compare the two errors.',
      missing: 'a base on which it passes',
      evidence: [{ what: 'failed-on-base', run: base }],
    }
  }
  const flakes = flakesOf(suspect)
  const [streak = []] = hasFailed(upTo[0] ?? NOTHING) ? episodes(upTo, isLike(suspect)) : []
  if (flakes.length > 0 && streak.length <= 1 && upTo.length > 1) return knownFlake(suspect)
  const failed = upTo.filter((outcome) => hasFailed(outcome) && isLike(suspect)(outcome))
  const mended = since.find(hasPassed)
  return {
    kind: 'base-is-broken',
    because: `It fails the same way on the base${upTo.length > 0 ? `, and in ${failed.length} of its ${ofRuns(upTo.length)}` : ''}${mended ? '; it passes there again since, so bring this branch up to date' : ''}.`,
    evidence: [
      { what: 'failed-on-base', run: base },
      ...told('failed-on-base', failed).filter(({ run }) => run.id !== base.id),
      ...(mended ? [{ what: 'passed-on-base-since' as const, run: mended.run }] : []),
    ],
  }
}

/** Passed on the base itself, but the base branch fails the same way in what ran until the head was over. */
const onBaseSince: Rule = (suspect) => {
  const { since, upTo } = suspect
  const isSame = isLike(suspect)
  const failed = since.filter((outcome) => hasFailed(outcome) && isSame(outcome))
  const newest = since.at(-1)
  const stillFails = newest !== undefined && hasFailed(newest) && isSame(newest)
  if (!(stillFails || failed.length > 1) || flakesOf(suspect).length > 0) return null
  if (episodes(upTo, isSame).length > 0) return null
  return {
    kind: 'base-is-broken',
    because: `It passed on the base, but fails the same way in ${failed.length} of the ${count(since.length, 'run')} of the base branch since.`,
    evidence: told('failed-on-base-since', failed),
  }
}

const alwaysFailing: Rule = ({ upTo, onBase }) =>
  onBase !== 'ran' && upTo.length > 0 && upTo.every(hasFailed)
    ? {
        kind: 'base-is-broken',
        because: `It failed in all of its ${ofRuns(upTo.length)} as well.`,
        evidence: told('failed-on-base', upTo),
      }
    : null

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

function knownFlake(suspect: Suspect) {
  const flakes = flakesOf(suspect)
  return {
    kind: 'known-flake' as const,
    because: `${capital(flakedIn(flakes.length, suspect))}.`,
    flakiness: flakinessOf(suspect, flakes.length),
    evidence: flakeEvidence(flakes),
  }
}

/** The base branch failed so now and then: either a flake that nothing proves, or something that was mended. */
const cameAndWent: Rule = (suspect) => {
  const { upTo, since, tries } = suspect
  const found = episodes([...since.toReversed(), ...upTo], isLike(suspect))
  const [only = []] = found
  if (found.length === 0 || isMended(found, tries)) return null
  const runs = found.flat()
  return {
    kind: 'unknown',
    because:
      found.length > 1
        ? `It failed like this ${found.length} times in its ${ofRuns(upTo.length + since.length)} and passed in between, as a flake does; no two runs of the same code prove it.`
        : `It failed like this in ${count(only.length, 'base run')} and has passed there since: a flake, or something that was mended.`,
    missing: 'a second run of the same code, or retries, to tell a flake from a break',
    evidence: told('failed-on-base', runs),
  }
}

/** One stretch of several failed runs, or one failed at every attempt, was a break that somebody mended. */
const isMended = (found: Outcome[][], tries: number) =>
  found.length === 1 && ((found[0]?.length ?? 0) > 1 || tries > 1)

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

const onAnotherLeg: Rule = ({ otherLeg, base }) =>
  otherLeg === null
    ? null
    : {
        kind: 'unknown',
        because: `The base ran on ${otherLeg} only; whether it fails on this leg there is not known.`,
        missing: 'a base run on this leg',
        evidence: [{ what: 'other-leg', run: base }],
      }

/** The base has no result of it: whatever made it run, or made it at all, came with this change. */
const newHere: Rule = (suspect) => {
  const { onBase, upTo, since, runsOfLeg, head } = suspect
  if (onBase === 'ran' || upTo.length > 0) return null
  if (since.length > 0)
    return {
      kind: 'unknown',
      because: `The base does not have it, but ${count(since.length, 'run')} of the base branch since ${since.length === 1 ? 'does' : 'do'}, and it passed there.`,
      missing: 'a base that has this test: bring this branch up to date',
      evidence: told('passed-on-base-since', since),
    }
  const runs = runsOfLeg.length
  return {
    kind: 'mine',
    because:
      onBase === 'absent'
        ? `The test is new: none of the ${ofRuns(runs)} has it, and it failed at every attempt here.`
        : `The base skips it; here it runs, and failed at every attempt.`,
    evidence: [
      { what: 'failed-here', run: head.run },
      ...runsOfLeg.slice(0, SHOWN).map((run) => ({ what: 'without-it-on-base' as const, run })),
    ],
  }
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
  const clean = (lastOfKind < 0 ? upTo : upTo.slice(0, lastOfKind)).filter((outcome) => !hasFailed(outcome))
  const evidence = [
    { what: 'failed-here' as const, run: head.run },
    ...told('failed-before', again),
    ...told('passed-on-base', clean),
  ]
  if (clean.length < needed)
    return {
      kind: 'unknown',
      because: `${capital(soFar(suspect))}; ${needed} passes are needed to tell a regression from a flake${attempts > 1 ? '' : ', or a second failure here'}.`,
      missing: `${clean.length} base runs of ${needed}`,
      flakiness: null,
      evidence,
    }
  const passed = clean.length === upTo.length ? 'all of its' : `${clean.length} of its`
  return {
    kind: 'mine',
    because: `It passed in ${passed} ${ofRuns(upTo.length)}, failed at every attempt here${again.length > 0 ? ` and in ${count(again.length, 'run')} of this branch before` : ''}, and this error is on no other branch.`,
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
  cameAndWent,
  onOtherBranches,
  onAnotherLeg,
  hungOnce,
  newHere,
]

const NOTHING = { verdict: 0 } as Outcome
/** Runs of one kind that are shown. */
const SHOWN = 5

const told = (what: What, some: { run: Run }[]) => some.slice(0, SHOWN).map(({ run }) => ({ what, run }))

const flakesOf = (suspect: Suspect) =>
  suspect.sightings.filter((sighting) => sighting.isEvidence && isLike(suspect)(sighting))

const flakeEvidence = (flakes: { run: Run }[]) => told('flaked', flakes)

/** `extra` runs have the evidence too, but are not among those that were counted. */
function flakinessOf({ ran }: Suspect, runs: number, extra = 0) {
  const of = Math.max(runs, ran + extra)
  return { rate: runs / of, runs, of, ...wilson(runs, of), days: DAYS_LOOKED_AT }
}

function flakedIn(runs: number, suspect: Suspect): string {
  const { rate, of, low, high } = flakinessOf(suspect, runs)
  const percent = (share: number) => Math.round(share * 100)
  return `it flaked with this error in ${runs} of its ${count(of, 'run')} of the last ${DAYS_LOOKED_AT} days (${percent(rate)} %, 95 % interval ${percent(low)}–${percent(high)} %)`
}

function soFar({ upTo }: Suspect): string {
  if (upTo.length === 0) return 'no recent base run has it'
  const passed = upTo.filter((outcome) => !hasFailed(outcome)).length
  return `it passed in ${passed === upTo.length ? 'all' : passed} of its ${ofRuns(upTo.length)}`
}

const ofRuns = (runs: number) => `${runs} recent base ${runs === 1 ? 'run' : 'runs'}`
const count = (n: number, noun: string, nouns = `${noun}s`) => `${n} ${n === 1 ? noun : nouns}`
const capital = (sentence: string) => sentence.charAt(0).toUpperCase() + sentence.slice(1)
