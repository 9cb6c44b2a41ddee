import { isOfMachine, isOfOneMachine } from '../../../results/results/error-sign.ts'
import {
  cleanPasses,
  type Evidence,
  failedBefore,
  failedOnLegs,
  hasFailed,
  hasPassed,
  isLike,
} from '../evidence/failure-evidence.ts'
import type { MassFailure } from '../evidence/mass-failure.ts'
import type { NearbyRun } from '../evidence/nearby-runs.ts'
import type { Outcome, Run } from '../evidence/outcomes.ts'
import type { SharedFailure } from '../evidence/shared-errors.ts'
import { count, type DraftVerdict, evidenceFrom, flakesOf, lacks, rule } from './draft-verdict.ts'

/** An error that stays on a branch for longer than outages last belongs to the branch. */
export const LONG_MS = 2 * 3_600_000
/**
 * The number of other branches required if an error names no machine: one branch may contain the
 * same change.
 */
const BRANCHES = 2
/** If a test has this many clean base runs and most of the run fails, the change is the first suspect. */
export const CLEAN_RUNS = 3

const OF_WITNESSES = [
  'compared',
  'here',
  'own',
  'history',
  'flakes',
  'elsewhere',
  'shared',
  'massFailure',
  'lineage',
  'untested',
] as const
type Suspect = Evidence<(typeof OF_WITNESSES)[number]>

/**
 * The same test failed like this on another branch at that time, and no run of another branch
 * passed it in between.
 */
export const hasWitness = rule(OF_WITNESSES, (suspect) => {
  const { shared, here, compared } = suspect
  if (!shared) return null
  const { sign } = shared
  const witnesses = witnessesOf(suspect, shared)
  const isMachineItself = isOfOneMachine(sign) && shared.isWide && !isAgain(suspect, shared)
  if (!isMachineItself && witnesses.length === 0) return null
  if (isOfBase(suspect, shared, witnesses)) return null
  const evidence = [{ what: 'failed-here' as const, run: here.run }, ...elsewhere(witnesses)]
  const [last] = suspect.own.before
  if (last && hasFailed(last) && !isLike(suspect)(last) && !compared.failsOnBase)
    return {
      kind: 'unknown',
      rule: 'failed-otherwise-before',
      because: `${said(suspect, shared)}, as on other branches at the time; but it failed with another error in the run of this branch before, which this one may hide.`,
      ...lacks('another-run', 'another run once this error is gone', 0, 1),
      evidence: [...evidence, ...evidenceFrom('failed-before', [last])],
    }
  return {
    kind: 'infrastructure',
    rule: witnesses.length > 0 ? 'witnessed-elsewhere' : 'machine-exhausted',
    because:
      witnesses.length > 0
        ? `${said(suspect, shared)}, as in ${count(witnesses.length, 'run')} of other branches within the hour, and no other run in between passed it.`
        : `${said(suspect, shared)}, which points to the machine.`,
    evidence,
  }
})

function witnessesOf(suspect: Suspect, shared: SharedFailure): NearbyRun[] {
  const { massFailure, here, history } = suspect
  const isMachine = isOfMachine(shared.sign)
  // If most of the run failed with one error, its occurrences elsewhere count for each failure with
  // that error.
  const isOfMost = massFailure?.error.sign === shared.sign.sign && !massFailure.isOnBase
  const source = shared.witnesses.length === 0 && isOfMost && isMachine ? massFailure.around : shared
  if (source.witnesses.length === 0) return []
  // A test that failed or flaked before with an error without a code may do so again without an
  // outage.
  const isOld = ({ run }: { run: Run }) => here.run.started_at - run.started_at > LONG_MS
  const before = [
    ...flakesOf(suspect),
    ...history.upTo.filter((one) => hasFailed(one) && isLike(suspect)(one)),
  ]
  if (shared.sign.code === null && before.some(isOld)) return []
  // An error that names no machine and existed for longer than outages last belongs to the code, or
  // is a flake.
  if (!isMachine && here.run.started_at - suspect.elsewhere.errorSince > LONG_MS) return []
  if (isMachine) return shared.sign.code !== null || shared.isWide ? source.witnesses : []
  if (!shared.isWide || source.alike.some(history.isOfBase)) return []
  return new Set(source.witnesses.map((run) => run.branch)).size >= BRANCHES ? source.witnesses : []
}

/**
 * Checks the base first: an old error, or one that appeared there before any other branch, belongs
 * to the base.
 */
function isOfBase(suspect: Suspect, { sign, alike }: SharedFailure, witnesses: NearbyRun[]): boolean {
  const { failsOnBase, sameErrorOnBase, onBase, base } = suspect.compared
  const { massFailure, here, history } = suspect
  // A test that was moved or renamed has no result on a base where most tests fail in this way.
  if (onBase === 'absent' && massFailure?.isOwn && massFailure.isOnBase) return true
  // An untested commit of the base branch that all of these runs contain may have broken it.
  const { untested } = suspect
  if (!failsOnBase) return untested !== null && witnesses.length > 0 && witnesses.every(untested.isWith)
  // The base is broken anyway, and the other branch may contain its commit: it may have this error
  // underneath.
  if (sameErrorOnBase === false) return !isOfOneMachine(sign)
  if (!isOfMachine(sign)) return true
  const there = alike.filter(history.isOfBase)
  const since = Math.min(base.started_at, ...[...streakOf(suspect), ...there].map((run) => run.started_at))
  if (here.run.started_at - since > LONG_MS) return true
  // A branch that fails like this and lacks the base's commit did not get it from there.
  const isApart = (run: Run) => (suspect.lineage(run) ?? since) < since
  return !witnesses.some((run) => !history.isOfBase(run) && (run.started_at < since || isApart(run)))
}

/** Consecutive runs of the base branch up to the base in which it failed alike, or nearly everything failed. */
export function streakOf(suspect: Evidence<'compared' | 'history'>): Run[] {
  const { upTo, wholeOnBase } = suspect.history
  const isSame = isLike(suspect)
  const runs = [
    ...upTo.map((outcome) => ({ run: outcome.run, isBroken: hasFailed(outcome) && isSame(outcome) })),
    ...wholeOnBase.map((run) => ({ run, isBroken: true })),
  ].sort((one, other) => other.run.started_at - one.run.started_at)
  const end = runs.findIndex(({ isBroken }) => !isBroken)
  return runs.slice(0, end < 0 ? runs.length : end).map(({ run }) => run)
}

/**
 * It failed like this on this branch before, and other branches passed in between; or it did so
 * longer ago than outages last.
 */
export function isAgain(
  suspect: Evidence<'compared' | 'here' | 'own' | 'history'>,
  { witnesses, calm }: SharedFailure,
): boolean {
  const again = failedBefore(suspect)
  const { since, upTo } = suspect.history
  const { here } = suspect
  const passed = [...[...since, ...upTo].filter(hasPassed).map(({ run }) => run), ...calm]
  const isBetween = ({ run }: Outcome) =>
    passed.some((other) => other.started_at > run.started_at && other.started_at <= here.endedAt)
  const isLong = ({ run }: Outcome) => here.run.started_at - run.started_at > LONG_MS
  return again.some((outcome) => isBetween(outcome) || (isLong(outcome) && witnesses.length === 0))
}

/** A hang of a service seldom begins between two runs that are so close together. */
const SOON_MS = 30 * 60_000

/**
 * Another branch passed it during this run or later: an outage may begin after the last green run. A service that is down
 * refuses connections and names itself, so shortly before is enough if nothing but time ran out. An outage strikes more
 * than one test, so for a lone failure any run within the hour counts.
 */
const isCalmNow = ({ here }: Evidence<'here'>, { calm, tests, sign }: SharedFailure): boolean => {
  const from = here.run.started_at - (sign.code === null ? SOON_MS : 0)
  return calm.some((run) => tests === 1 || run.ended_at >= from)
}

/**
 * It failed like this on several legs or shards of this run while other branches passed it, so
 * neither a single machine nor a service was at fault.
 */
export const isOnSeveralMachines = (
  suspect: Evidence<'compared' | 'here' | 'otherLegs'>,
  shared: SharedFailure,
): boolean =>
  !shared.sign.isIll &&
  isCalmNow(suspect, shared) &&
  shared.witnesses.length === 0 &&
  (failedOnLegs(suspect).length > 0 || suspect.here.spread.shards > 1)

/**
 * A machine error that occurred nowhere else: a runner that was cut off, or a change that contacts
 * something unavailable.
 */
export const withoutWitness = rule([...OF_WITNESSES, 'otherLegs'], (suspect) => {
  const { shared, here } = suspect
  if (!shared || !isOfMachine(shared.sign)) return null
  const { sign, calm, witnesses, isWide, known } = shared
  const isLone = !isWide && !suspect.massFailure?.isOwn
  // An error that timed out waiting for something names that thing; a single test that was stopped
  // may have met a slow machine.
  const isGivenUpOnce = sign.isGivenUp && here.tries === 1
  if (isLone && sign.code === null && !sign.isIll && !isGivenUpOnce) return null
  // If a test is new in this change and is the only one to fail in this way, no outage is needed to
  // explain it.
  if (suspect.compared.onBase !== 'ran' && known === 0) return null
  if (isAgain(suspect, shared) || isOnSeveralMachines(suspect, shared)) return null
  if (isLone && isCalmNow(suspect, shared) && sign.code !== null) return null
  const again = failedBefore(suspect)
  const there =
    calm.length > 0
      ? `but passed in ${count(calm.length, 'run')} of other branches at the time`
      : witnesses.length > 0
        ? 'as they did on other branches'
        : 'and no other branch failed like it within the hour'
  return {
    kind: 'unknown',
    rule: 'no-witness',
    because: `${said(suspect, shared)}, ${there}: the cause is a runner without network, or a change that breaks an address.`,
    ...lacks('another-run', 'another run, to see whether it fails again', 1 + again.length, 2 + again.length),
    evidence: [
      { what: 'failed-here', run: here.run },
      ...evidenceFrom('failed-before', again),
      ...calm.map((run) => ({ what: 'passed-elsewhere' as const, run })),
    ],
  }
})

/** Most of the run failed in one way that names no machine, or this failure may be a consequence of that. */
export const mostFailedAlike = rule(['compared', 'here', 'own', 'history', 'massFailure'], (suspect) => {
  const { massFailure, here } = suspect
  if (!massFailure || failedBefore(suspect).length > 0) return null
  const evidence = [{ what: 'failed-here' as const, run: here.run }]
  if (!massFailure.isOwn)
    return {
      kind: 'unknown',
      rule: 'follows-from-most',
      because: `${mostOf(suspect)}; this one failed with another error, which may follow from it.`,
      ...lacks('most-passing', 'a run in which most other tests pass'),
      evidence,
    }
  if (massFailure.around.alike.length === 0 && cleanPasses(suspect).length >= CLEAN_RUNS) return null
  return {
    kind: 'unknown',
    rule: 'most-failed-alike',
    because: `${mostOf(suspect)}, and the error names no machine or network.`,
    ...lacks('another-run', 'another run, or a look at the error', 1, 2),
    evidence: [...evidence, ...elsewhere(massFailure.around.alike)],
  }
})

const elsewhere = (runs: Run[]): DraftVerdict['evidence'] =>
  runs.map((run) => ({ what: 'failed-elsewhere' as const, run }))

export const named = ({ code, hasTimedOut }: SharedFailure['sign']) =>
  code ?? (hasTimedOut ? 'the same timeout' : 'the same error')

/** What failed here with this error, as the beginning of a sentence. */
export function said(
  suspect: Evidence<'here' | 'massFailure'>,
  { sign, tests, files }: SharedFailure,
): string {
  if (suspect.massFailure?.isOwn) return mostOf(suspect)
  if (tests === 1)
    return `It failed with ${sign.code ?? (sign.hasTimedOut ? 'a timeout' : 'an error of a service')}`
  return `${tests} tests${files > 0 ? ` in ${count(files, 'file')}` : ''} failed with ${named(sign)} in this run`
}

function mostOf({ massFailure, here }: Evidence<'here' | 'massFailure'>): string {
  const { alike, error } = massFailure as MassFailure
  return `${here.failed} of the ${here.ran} tests of this run failed, ${alike} of them with ${named(error)}`
}
