import { isOfMachine, isOfOneMachine } from '../../results/error-sign.ts'
import {
  cleanPasses,
  type FailureEvidence,
  failedBefore,
  failedOnLegs,
  hasFailed,
  hasPassed,
  isLike,
} from '../evidence/failure-evidence.ts'
import type { NearbyRun } from '../evidence/nearby-runs.ts'
import type { Outcome, Run } from '../evidence/outcomes.ts'
import type { SharedFailure } from '../evidence/shared-errors.ts'
import { count, type DraftVerdict, evidenceFrom, flakesOf, lacks, type Rule } from './draft-verdict.ts'

/** An error that stays on a branch for longer than outages last belongs to the branch. */
const LONG_MS = 2 * 3_600_000
/**
 * The number of other branches required if an error names no machine: one branch may contain the
 * same change.
 */
const BRANCHES = 2
/** If a test has this many clean base runs and most of the run fails, the change is the first suspect. */
const CLEAN_RUNS = 3

/**
 * The same test failed like this on another branch at that time, and no run of another branch
 * passed it in between.
 */
export const hasWitness: Rule = (suspect) => {
  const { shared, head } = suspect
  if (!shared) return null
  const { sign } = shared
  const witnesses = witnessesOf(suspect, shared)
  const isMachineItself = isOfOneMachine(sign) && shared.isWide && !isAgain(suspect, shared)
  if (!isMachineItself && witnesses.length === 0) return null
  if (isOfBase(suspect, shared, witnesses)) return null
  const evidence = [{ what: 'failed-here' as const, run: head.run }, ...elsewhere(witnesses)]
  const [last] = suspect.before
  if (last && hasFailed(last) && !isLike(suspect)(last) && !suspect.failsOnBase)
    return {
      kind: 'unknown',
      rule: 'failed-otherwise-before',
      because: `${here(suspect, shared)}, as on other branches at the time; but it failed with another error in the run of this branch before, which this one may hide.`,
      ...lacks('another-run', 'another run once this error is gone', 0, 1),
      evidence: [...evidence, ...evidenceFrom('failed-before', [last])],
    }
  return {
    kind: 'infrastructure',
    rule: witnesses.length > 0 ? 'witnessed-elsewhere' : 'machine-exhausted',
    because:
      witnesses.length > 0
        ? `${here(suspect, shared)}, as in ${count(witnesses.length, 'run')} of other branches within the hour, and no other run in between passed it.`
        : `${here(suspect, shared)}, which points to the machine.`,
    evidence,
  }
}

function witnessesOf(suspect: FailureEvidence, shared: SharedFailure): NearbyRun[] {
  const { massFailure, base } = suspect
  const isMachine = isOfMachine(shared.sign)
  // If most of the run failed with one error, its occurrences elsewhere count for each failure with
  // that error.
  const isOfMost = massFailure?.error.sign === shared.sign.sign && !massFailure.isOnBase
  const source = shared.witnesses.length === 0 && isOfMost && isMachine ? massFailure.around : shared
  if (source.witnesses.length === 0) return []
  // A test that failed or flaked before with an error without a code may do so again without an
  // outage.
  const isOld = ({ run }: { run: Run }) => suspect.head.run.started_at - run.started_at > LONG_MS
  const before = [
    ...flakesOf(suspect),
    ...suspect.upTo.filter((one) => hasFailed(one) && isLike(suspect)(one)),
  ]
  if (shared.sign.code === null && before.some(isOld)) return []
  // An error that names no machine and existed for longer than outages last belongs to the code, or
  // is a flake.
  if (!isMachine && suspect.head.run.started_at - suspect.errorSince > LONG_MS) return []
  if (isMachine) return shared.sign.code !== null || shared.isWide ? source.witnesses : []
  if (!shared.isWide || source.alike.some((run) => run.branch === base.branch)) return []
  return new Set(source.witnesses.map((run) => run.branch)).size >= BRANCHES ? source.witnesses : []
}

/**
 * Checks the base first: an old error, or one that appeared there before any other branch, belongs
 * to the base.
 */
function isOfBase(suspect: FailureEvidence, { sign, alike }: SharedFailure, witnesses: NearbyRun[]): boolean {
  const { failsOnBase, sameErrorOnBase, onBase, massFailure, base, head } = suspect
  // A test that was moved or renamed has no result on a base where most tests fail in this way.
  if (onBase === 'absent' && massFailure?.isOwn && massFailure.isOnBase) return true
  if (!failsOnBase) return false
  // The base is broken anyway, and the other branch may contain its commit: it may have this error
  // underneath.
  if (sameErrorOnBase === false) return !isOfOneMachine(sign)
  if (!isOfMachine(sign)) return true
  const there = alike.filter((run) => run.branch === base.branch)
  const since = Math.min(base.started_at, ...[...streakOf(suspect), ...there].map((run) => run.started_at))
  if (head.run.started_at - since > LONG_MS) return true
  return !witnesses.some((run) => run.branch !== base.branch && run.started_at < since)
}

/** Consecutive runs of the base branch up to the base in which it failed alike, or nearly everything failed. */
function streakOf(suspect: FailureEvidence): Run[] {
  const isSame = isLike(suspect)
  const runs = [
    ...suspect.upTo.map((outcome) => ({ run: outcome.run, isBroken: hasFailed(outcome) && isSame(outcome) })),
    ...suspect.wholeOnBase.map((run) => ({ run, isBroken: true })),
  ].sort((one, other) => other.run.started_at - one.run.started_at)
  const end = runs.findIndex(({ isBroken }) => !isBroken)
  return runs.slice(0, end < 0 ? runs.length : end).map(({ run }) => run)
}

/**
 * It failed like this on this branch before, and other branches passed in between; or it did so
 * longer ago than outages last.
 */
export function isAgain(suspect: FailureEvidence, { witnesses, calm }: SharedFailure): boolean {
  const again = failedBefore(suspect)
  const { head, since, upTo } = suspect
  const passed = [...[...since, ...upTo].filter(hasPassed).map(({ run }) => run), ...calm]
  const isBetween = ({ run }: Outcome) =>
    passed.some((other) => other.started_at > run.started_at && other.started_at <= head.endedAt)
  const isLong = ({ run }: Outcome) => head.run.started_at - run.started_at > LONG_MS
  return again.some((outcome) => isBetween(outcome) || (isLong(outcome) && witnesses.length === 0))
}

/**
 * It failed like this on several legs or shards of this run while other branches passed it, so
 * neither a single machine nor a service was at fault.
 */
export const isOnSeveralMachines = (
  suspect: FailureEvidence,
  { sign, witnesses, calm }: SharedFailure,
): boolean =>
  !sign.isIll &&
  calm.length > 0 &&
  witnesses.length === 0 &&
  (failedOnLegs(suspect).length > 0 || suspect.shards > 1)

/**
 * A machine error that occurred nowhere else: a runner that was cut off, or a change that contacts
 * something unavailable.
 */
export const withoutWitness: Rule = (suspect) => {
  const { shared, head, onBase } = suspect
  if (!shared || !isOfMachine(shared.sign)) return null
  const { sign, calm, witnesses, isWide, known } = shared
  const isLone = !isWide && !suspect.massFailure?.isOwn
  // An error that timed out waiting for something names that thing; a single test that was stopped
  // may have met a slow machine.
  const isGivenUpOnce = sign.isGivenUp && suspect.tries === 1
  if (isLone && sign.code === null && !sign.isIll && !isGivenUpOnce) return null
  // If a test is new in this change and is the only one to fail in this way, no outage is needed to
  // explain it.
  if (onBase !== 'ran' && known === 0) return null
  if (isAgain(suspect, shared) || isOnSeveralMachines(suspect, shared)) return null
  if (isLone && calm.length > 0 && sign.code !== null) return null
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
    because: `${here(suspect, shared)}, ${there}: the cause is a runner without network, or a change that breaks an address.`,
    ...lacks('another-run', 'another run, to see whether it fails again', 1 + again.length, 2 + again.length),
    evidence: [
      { what: 'failed-here', run: head.run },
      ...evidenceFrom('failed-before', again),
      ...calm.map((run) => ({ what: 'passed-elsewhere' as const, run })),
    ],
  }
}

/** Most of the run failed in one way that names no machine, or this failure may be a consequence of that. */
export const mostFailedAlike: Rule = (suspect) => {
  const { massFailure, head } = suspect
  if (!massFailure || failedBefore(suspect).length > 0) return null
  const evidence = [{ what: 'failed-here' as const, run: head.run }]
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
}

const elsewhere = (runs: Run[]): DraftVerdict['evidence'] =>
  runs.map((run) => ({ what: 'failed-elsewhere' as const, run }))

const named = ({ code, hasTimedOut }: SharedFailure['sign']) =>
  code ?? (hasTimedOut ? 'the same timeout' : 'the same error')

function here(suspect: FailureEvidence, { sign, tests, files }: SharedFailure): string {
  if (suspect.massFailure?.isOwn) return mostOf(suspect)
  if (tests === 1)
    return `It failed with ${sign.code ?? (sign.hasTimedOut ? 'a timeout' : 'an error of a service')}`
  return `${tests} tests in ${count(files, 'file')} failed with ${named(sign)} in this run`
}

function mostOf({ massFailure, head }: FailureEvidence): string {
  const { alike, error } = massFailure as NonNullable<FailureEvidence['massFailure']>
  return `${head.failed} of the ${head.ran} tests of this run failed, ${alike} of them with ${named(error)}`
}
