import type { Store } from '../../../ground/store/open.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import {
  causeOfError,
  type ErrorSign,
  isOfMachine,
  LEAST_FILES,
  LEAST_TESTS,
} from '../../../results/results/error-sign.ts'
import { homeOf } from '../../../results/results/home-of.ts'
import { readErrorSigns, type SignedError } from '../../../results/results/read-error-signs.ts'
import { readFailedWithError } from '../../../results/results/read-failed-with-error.ts'
import type { Pair } from '../changes/read-changes.ts'
import { type Calm, findCalm, readPassed, type ToCalm } from './calm-runs.ts'
import type { FailuresToJudge, OfFailure } from './failures.ts'
import type { NearbyRun } from './nearby-runs.ts'
import type { Run } from './outcomes.ts'

/** The number of runs of other branches whose failures are read. */
const MOST_RUNS = 20
const MOST_ROWS = 5_000
/** The share of the tests with one error that also fail elsewhere while a shared service is down. */
const MOST = 0.5
/**
 * The share of the tests which an error strikes in one run, and which ran in another, that it must strike there too: an
 * outage strikes the same tests, and two changes that break one address seldom do.
 */
const MOSTLY_SAME = 0.75

/** The error of a failure, with its occurrences elsewhere at that time. */
export interface SharedFailure {
  sign: ErrorSign
  /**
   * The number of tests that failed in this run with the same sign, and of their files, as far as reports name them;
   * `homes` also counts the classes of tests without a file, `known` counts tests that ran on the base.
   */
  tests: number
  files: number
  homes: number
  known: number
  /** True if several tests of several files have it. */
  isWide: boolean
  /** Runs of other branches at that time in which the same test failed with the same error, newest first. */
  alike: NearbyRun[]
  /**
   * Those of `alike` in which the error struck mostly the same tests, with no run of another branch between them and
   * this one in which its tests passed.
   */
  witnesses: NearbyRun[]
  /** Runs of other branches at that time in which the tests with this error passed. */
  calm: NearbyRun[]
}

/** The errors that the failures of a run share with each other and with other runs. */
export interface SharedFailures {
  /** Null for a failure without an error. */
  of: OfFailure<SharedFailure | null>
  /** Witnesses that most tests with an error of this sign share, if most of the run failed with it. */
  ofMost(error: ErrorSign): Pick<SharedFailure, 'alike' | 'witnesses' | 'calm'>
}

interface Group {
  sign: string
  causes: string[]
  tests: Set<number>
  files: Set<string>
  homes: Set<string>
  known: Set<number>
  fingerprints: Set<string>
  /** When its first failure's part started. */
  at: number
}

/** Finds errors that several tests share, in this run and in other runs at that time. */
export async function readSharedFailures(
  store: Store,
  { head, failures, tests }: FailuresToJudge,
  others: NearbyRun[],
  timeOf: OfFailure<number>,
): Promise<SharedFailures> {
  const reasonIds = failures.flatMap((pair) => pair.head?.reasonId ?? [])
  if (reasonIds.length === 0)
    return { of: () => null, ofMost: () => ({ alike: [], witnesses: [], calm: [] }) }
  const [reasons, nearby] = await Promise.all([
    readErrors(store, reasonIds),
    readNearby(store, others.filter((run) => run.failed > 0).slice(0, MOST_RUNS)),
  ])
  const withPrint = new Map<string, Nearby[]>()
  for (const run of nearby)
    for (const print of run.tests.keys()) {
      const runs = withPrint.get(print)
      if (runs) runs.push(run)
      else withPrint.set(print, [run])
    }
  const errorOf = ({ head: side }: Pair) => (side?.reasonId == null ? undefined : reasons.get(side.reasonId))
  const byCause = new Map<string, Group>()
  const byPrint = new Map<string, ToCalm>()
  for (const pair of failures) {
    const error = errorOf(pair)
    if (!error) continue
    const group = groupOf(byCause, error, timeOf(pair))
    group.tests.add(pair.testId)
    const name = tests.get(pair.testId)
    if (name?.file) group.files.add(name.file)
    group.homes.add(homeOf(name))
    group.fingerprints.add(error.fingerprint)
    if (pair.base?.verdict === VERDICT.passed) group.known.add(pair.testId)
    if (!isOfMachine(error) && !withPrint.has(error.fingerprint)) continue
    const known = byPrint.get(error.fingerprint)
    if (known) known.tests.add(pair.testId)
    else byPrint.set(error.fingerprint, { tests: new Set([pair.testId]) })
  }
  const causes = [...byCause.keys()]
  const struckThere = nearby.flatMap(({ byCause: there }) =>
    causes.flatMap((cause) => [...(there.get(cause) ?? [])]),
  )
  const [{ calmOf, passedIn }, passedHere] = await Promise.all([
    findCalm(store, head.project_id, others.slice(0, MOST_RUNS), byPrint),
    readPassed(store, head.project_id, [head], [...new Set(struckThere)]),
  ])
  // Once for all failures with an error: thousands of tests may share it.
  const elsewhereOf = new Map(
    [...withPrint].map(([print, runs]) => [
      print,
      runs.map((there) => ({
        there,
        isShared:
          shared(byPrint.get(print)?.tests ?? new Set(), there.tests.get(print) ?? new Set()) >= LEAST_TESTS,
      })),
    ]),
  )
  const mostlySame = makeMostlySame(passedIn, (id) => passedHere(id, head))
  const withCalm = (found: Nearby[], calm: NearbyRun[], group: Group, position: number) => {
    const alike = found.map(({ run }) => run)
    const isBetween = (run: Run, witness: Run) =>
      run.id !== witness.id && (run.started_at - position) * (run.started_at - witness.started_at) < 0
    const witnesses = found.filter(
      (there) => !calm.some((run) => isBetween(run, there.run)) && mostlySame(group, there),
    )
    return {
      alike,
      witnesses: witnesses.map(({ run }) => run),
      calm: calm.filter((run) => !alike.includes(run)),
    }
  }
  return {
    of(pair) {
      const error = errorOf(pair)
      const group = error && byCause.get(error.cause)
      if (!error || !group) return null
      const alike = (elsewhereOf.get(error.fingerprint) ?? [])
        .filter(({ there, isShared }) => {
          if ((there.byCause.get(error.cause)?.size ?? 0) < LEAST_FILES) return false
          if (there.tests.get(error.fingerprint)?.has(pair.testId)) return true
          // A test that only this branch has cannot fail elsewhere, so the tests that fail with it count instead.
          return pair.base === null && isShared
        })
        .map(({ there }) => there)
      return {
        sign: error,
        tests: group.tests.size,
        files: group.files.size,
        homes: group.homes.size,
        known: group.known.size,
        isWide: group.tests.size >= LEAST_TESTS && group.homes.size >= LEAST_FILES,
        ...withCalm(alike, calmOf(error.fingerprint), group, timeOf(pair)),
      }
    },
    ofMost(error) {
      const group = ofSign([...byCause.values()], error.sign)
      if (!group) return { alike: [], witnesses: [], calm: [] }
      const prints = [...group.fingerprints]
      const alike = nearby.filter(({ tests }) => {
        const there = new Set(prints.flatMap((print) => [...(tests.get(print) ?? [])]))
        return there.size >= LEAST_TESTS && shared(group.tests, there) >= MOST * group.tests.size
      })
      const calm = others.filter((run) => prints.every((print) => calmOf(print).includes(run)))
      return withCalm(alike, calm, group, group.at)
    },
  }
}

function shared(some: Set<number>, others: Set<number>): number {
  const [fewer, more] = some.size < others.size ? [some, others] : [others, some]
  let count = 0
  for (const id of fewer) if (more.has(id)) count++
  return count
}

type PassedThere = (testId: number) => boolean | null | undefined

/** Compares a group with another run's failures of the same error, once for each run: the group may be large. */
function makeMostlySame(passedIn: Calm['passedIn'], passedHere: PassedThere) {
  const known = new Map<Group, Map<Nearby, boolean>>()
  return (group: Group, there: Nearby): boolean => {
    const ofGroup = known.get(group) ?? new Map<Nearby, boolean>()
    known.set(group, ofGroup)
    const before = ofGroup.get(there)
    if (before !== undefined) return before
    const others = new Set(group.causes.flatMap((cause) => [...(there.byCause.get(cause) ?? [])]))
    const both = shared(group.tests, others)
    const isMost = (passed: number) => both >= MOSTLY_SAME * (both + passed)
    const passedThere: PassedThere = (id) => passedIn(id, there.run)
    const isSame =
      isMost(countPassed(group.tests, others, passedThere)) &&
      isMost(countPassed(others, group.tests, passedHere))
    ofGroup.set(there, isSame)
    return isSame
  }
}

/** How many of these tests passed in the other run, if as many did as of those looked up there; all if none was. */
function countPassed(some: Set<number>, failed: Set<number>, passed: PassedThere): number {
  const left = [...some].filter((id) => !failed.has(id))
  const known = left.map(passed).filter((one) => one !== undefined)
  return known.length === 0 ? left.length : (known.filter(Boolean).length / known.length) * left.length
}

function groupOf(groups: Map<string, Group>, { sign, cause }: KnownError, position: number): Group {
  const group = groups.get(cause) ?? {
    sign,
    causes: [cause],
    tests: new Set(),
    files: new Set(),
    homes: new Set(),
    known: new Set(),
    fingerprints: new Set(),
    at: position,
  }
  groups.set(cause, group)
  return group
}

/** All failures with errors of one kind, whichever services they name; null without any. */
function ofSign(groups: Group[], sign: string): Group | null {
  const some = groups.filter((group) => group.sign === sign)
  if (some.length === 0) return null
  const all = <T>(of: (group: Group) => Iterable<T>) => some.flatMap((group) => [...of(group)])
  return {
    sign,
    causes: all((group) => group.causes),
    tests: new Set(all((group) => group.tests)),
    files: new Set(all((group) => group.files)),
    homes: new Set(all((group) => group.homes)),
    known: new Set(all((group) => group.known)),
    fingerprints: new Set(all((group) => group.fingerprints)),
    at: Math.min(...some.map((group) => group.at)),
  }
}

interface KnownError extends SignedError {
  cause: string
}

async function readErrors(store: Store, reasonIds: number[]): Promise<Map<number, KnownError>> {
  const errors = await readErrorSigns(store, reasonIds)
  return new Map([...errors].map(([id, error]) => [id, { ...error, cause: causeOfError(error) }]))
}

interface Nearby {
  run: NearbyRun
  /** Tests that failed in it, by the fingerprint of their error, and by its cause. */
  tests: Map<string, Set<number>>
  byCause: Map<string, Set<number>>
}

/** Which tests failed with which error in these runs. */
async function readNearby(store: Store, runs: NearbyRun[]): Promise<Nearby[]> {
  if (runs.length === 0) return []
  const failed = await readFailedWithError(
    store,
    withinRows(runs).map((run) => run.id),
    MOST_ROWS,
  )
  const errors = await readErrors(
    store,
    [...failed.values()].flatMap(({ reasons }) => reasons),
  )
  return runs.map((run) => {
    const [tests, byCause] = [new Map<string, Set<number>>(), new Map<string, Set<number>>()]
    const { tests: ids, reasons } = failed.get(run.id) ?? { tests: [], reasons: [] }
    for (const [place, test_id] of ids.entries()) {
      const error = errors.get(reasons[place] as number)
      if (!error) continue
      tests.set(error.fingerprint, (tests.get(error.fingerprint) ?? new Set()).add(test_id))
      byCause.set(error.cause, (byCause.get(error.cause) ?? new Set()).add(test_id))
    }
    return { run, tests, byCause }
  })
}

/** The nearest of these runs that have no more failures together than are read, at least the first. */
function withinRows(runs: NearbyRun[]): NearbyRun[] {
  let rows = 0
  return runs.filter(({ failed }, place) => {
    rows += failed
    return place === 0 || rows <= MOST_ROWS
  })
}
