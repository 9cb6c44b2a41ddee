import type { ExecutionRow } from '../executions/execution-row.ts'
import type { Context } from '../kernel/context.ts'
import { type ErrorSign, isOfMachine } from '../results/error-sign.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'
import type { TestName } from '../tests/test-names.ts'
import { testPages } from '../tests/test-page.ts'
import type { Pair } from './changes/read-changes.ts'
import { fingerprintOf, type Reason } from './changes/read-reasons.ts'
import { describeVerdict, type Verdict } from './describe-verdict.ts'
import { countShards } from './evidence/count-shards.ts'
import { errorOfMost, type MassFailure, signOfReason } from './evidence/dominating-error.ts'
import { readDuplicateNames } from './evidence/duplicate-names.ts'
import { countRuns, type EarlierFailure, readEarlierFailures } from './evidence/earlier-failures.ts'
import { type FailureEvidence, hasPassed, isMassFailure } from './evidence/failure-evidence.ts'
import { findGone, findMoved } from './evidence/gone-tests.ts'
import { readHeadEvidence } from './evidence/head-evidence.ts'
import { findNearby } from './evidence/nearby-runs.ts'
import { readOneOffs } from './evidence/one-offs.ts'
import {
  HISTORY_RUNS,
  knownTests,
  type Outcome,
  type Run,
  readBaseRuns,
  readOutcomes,
  readWholeFailures,
} from './evidence/outcomes.ts'
import { readOwnRuns } from './evidence/same-change.ts'
import { readSameErrorElsewhere } from './evidence/same-error-elsewhere.ts'
import { readSharedFailures } from './evidence/shared-errors.ts'
import { readWithUntested } from './evidence/untested-base.ts'
import { judge } from './verdict/verdict.ts'

/** A comparison whose failures are to be judged. */
export interface FailuresToJudge {
  base: ExecutionRow
  head: ExecutionRow
  /** Failed in the head. */
  failures: Pair[]
  /** Failed in the base, regardless of the head. */
  failingOnBase: Pair[]
  /** Failures of the base that the head removed or renamed. */
  gone: Pair[]
  /** Tests of the base that the head removed, moved or renamed. */
  absent: Pair[]
  /** Failed on legs that the base did not run. */
  notCompared: Pair[]
  reasons: Map<number, Reason>
  tests: Map<number, TestName>
  /** The base's leg if it differs from the head's. */
  otherLeg: string | null
  /** A commit of the base branch after the base that the head contains and no run tested. */
  untested: string | null
}

/** A verdict on the cause of each failed test, from all available evidence. */
export async function judgeFailures(ctx: Context, input: FailuresToJudge): Promise<(pair: Pair) => Verdict> {
  const { store, clock, baseUrl } = ctx
  const { base, head, failures, notCompared, reasons, otherLeg } = input
  const counts = { ran: head.passed + head.failed + head.flaky, failed: head.failed }
  const until = Math.max(head.started_at, head.ended_at ?? clock()) + 1
  const [tests, runs] = await Promise.all([
    knownTests(
      store,
      head.project_id,
      failures.flatMap(({ testId, baseTestId }) => [testId, baseTestId ?? testId]),
    ),
    readBaseRuns(store, base, until),
  ])
  const recent = runs.upTo.slice(0, HISTORY_RUNS)
  const pageOf = await testPages(ctx, head.slug)
  const errorOf = (side: Pair['head']) => fingerprintOf(side, reasons)
  const errors = failures.flatMap((pair) => errorOf(pair.head) ?? [])
  const fileOf = (testId: number) => input.tests.get(testId)?.file ?? ''
  const isAny = failures.length > 0
  const [upTo, sightings, ran, here, legs, errorsSeen, nearby, oneOffs, wholeOnBase] = await Promise.all([
    readOutcomes(store, recent, tests),
    readEarlierFailures(store, head, base, until, tests),
    countRuns(store, head, base, until, tests),
    readHeadEvidence(store, head, tests),
    readLegsOf(store, isAny ? [head, ...recent] : []),
    readSameErrorElsewhere(store, head, until, errors),
    isAny ? findNearby(store, head) : [],
    isAny ? readOneOffs(store, runs.upTo) : 0,
    isAny ? readWholeFailures(store, base) : [],
  ])
  const failedAt = ({ testId, legId }: Pair) => here.failedAt.get(`${testId}/${legId}`) ?? head.started_at
  const own = await readOwnRuns(store, head, base, [
    ...(isAny ? runs.since : []),
    ...[...sightings.values()].flatMap((some) => some.map(({ run }) => run)),
    ...[...errorsSeen.flaked.values()].flat(),
    ...[...errorsSeen.all.values()].flatMap((some) => some.slice(0, MOST_SEEN)),
    ...nearby,
  ])
  const isOther = (run: Run) => run.id !== head.id && !own.has(run.id)
  const hasLegs = [...legs].filter((leg) => leg.startsWith(`${head.id}/`)).length > 1
  const [since, onLegs, withUntested, around, failedNamesakes] = await Promise.all([
    readOutcomes(store, runs.since.filter(isOther), tests),
    readOutcomes(store, hasLegs ? [head] : [], tests),
    readWithUntested(store, input, until, tests),
    readSharedFailures(store, head, nearby.filter(isOther), failures, fileOf, failedAt),
    readDuplicateNames(store, head.project_id, input, [
      ...runs.since.filter(isOther).toReversed(),
      ...recent,
    ]),
  ])
  const most = isMassFailure(counts) ? errorOfMost([...failures, ...notCompared], reasons) : null
  const massFailure = most && { ...most, isOnBase: isOnBase(most, input), around: around.ofMost(most.error) }
  const goneOf = findGone(input)
  const movedFrom = findMoved(input)
  const failingSo = Map.groupBy(input.failingOnBase, (pair) => errorOf(pair.base))
  const past = ({ testId, baseTestId, legId }: Pair) => `${baseTestId ?? testId}/${legId}`
  const legsOf = Map.groupBy(onLegs, ([key]) => Number(key.slice(0, key.indexOf('/'))))
  const sound = new Map<string, Set<number>>()
  for (const pair of failures) {
    const now = errorOf(pair.head)
    if (now === null || hasFlakedSo(sightings.get(past(pair)) ?? [], now, isOther)) continue
    sound.set(now, (sound.get(now) ?? new Set()).add(pair.testId))
  }
  const isFresh = (outcomes: Outcome[] = []) => outcomes.length > 0 && outcomes.every(hasPassed)
  const fresh = new Map<string, Set<number>>()
  for (const pair of failures)
    if (isFresh(upTo.get(past(pair)))) {
      const ofFile = fresh.get(fileOf(pair.testId)) ?? new Set()
      fresh.set(fileOf(pair.testId), ofFile.add(pair.testId))
    }
  const runsOf = remembering((legId: number) => recent.filter((run) => legs.has(`${run.id}/${legId}`)))
  // Once for all failures with an error: hundreds of tests may share it.
  const seenBefore = remembering((print: string | null) => {
    const all = seenOf(errorsSeen.all, print).filter(isOther)
    return {
      errorSince: Math.min(...all.map((run) => run.started_at)),
      errorEpisodes: countEpisodes(all, runs.upTo),
    }
  })
  const signOf = remembering((reasonId: number) => signOfReason(reasons.get(reasonId)))
  const shardsOf = countShards(failures, here.shards, ({ head: side }) =>
    side?.reasonId == null ? undefined : signOf(side.reasonId)?.sign,
  )
  return (pair) => {
    const key = `${pair.testId}/${pair.legId}`
    // The history belongs to the position that the name has in the base.
    const then = past(pair)
    const [before, now] = [errorOf(pair.base), errorOf(pair.head)]
    const isSkippedOnBase = pair.base?.verdict === VERDICT.skipped
    const suspect: FailureEvidence = {
      onBase: pair.base === null ? 'absent' : isSkippedOnBase ? 'skipped' : 'ran',
      failsOnBase: pair.base?.verdict === VERDICT.failed,
      flakedOnBase: pair.base?.verdict === VERDICT.flaky,
      fingerprint: now,
      sameErrorOnBase: before === null || now === null ? null : before === now,
      head: { ...counts, run: asOf(head, failedAt(pair)), endedAt: until },
      base,
      wholeOnBase,
      upTo: upTo.get(then) ?? [],
      since: since.get(then) ?? [],
      runsOfLeg: runsOf(pair.legId),
      sameCodeAsBase: isSameCode(base, head),
      sightings: (sightings.get(then) ?? []).filter(({ run }) => isOther(run)),
      flakedElsewhere: seenOf(errorsSeen.flaked, now).filter(isOther),
      errorElsewhere: seenOf(errorsSeen.all, now).slice(0, MOST_SEEN).filter(isOther),
      ...seenBefore(now),
      ran: ran.get(then) ?? 0,
      tries: Math.max(1, here.tries.get(key) ?? 0),
      passedHere: here.passed.has(key),
      sameTree: here.sameTree.get(key) ?? [],
      before: here.before.get(key) ?? [],
      otherLegs: (legsOf.get(pair.testId) ?? []).flatMap(([leg, outcomes]) => (leg === key ? [] : outcomes)),
      soundAlike: now === null ? 0 : (sound.get(now)?.size ?? 0),
      shards: shardsOf(pair),
      untested:
        input.untested === null ? null : { sha: input.untested, outcomes: withUntested.get(then) ?? [] },
      isMoved: pair.baseTestId !== undefined && pair.baseTestId !== pair.testId,
      namesakes: failedNamesakes(pair, now),
      shared: around.of(pair),
      oneOffs,
      fresh: fresh.get(fileOf(pair.testId))?.size ?? 0,
      gone: pair.base === null ? goneOf(pair) : [],
      movedFrom: pair.base === null ? movedFrom(pair) : null,
      failingSo: now === null ? 0 : (failingSo.get(now)?.length ?? 0),
      massFailure: massFailure && { ...massFailure, isOwn: isOf(massFailure, pair, signOf) },
      otherLeg,
    }
    const testId = input.tests.get(pair.testId)?.testId ?? ''
    return describeVerdict(judge(suspect), suspect, { baseUrl, historyUrl: pageOf(testId) })
  }
}

const hasFlakedSo = (sightings: EarlierFailure[], fingerprint: string, isOther: (run: Run) => boolean) =>
  sightings.some(
    ({ run, isEvidence, fingerprint: then }) => isEvidence && then === fingerprint && isOther(run),
  )

/** The number of runs of other branches with one error that are read. */
const MOST_SEEN = 5

const seenOf = (seen: Map<string, Run[]>, fingerprint: string | null): Run[] =>
  (fingerprint === null ? undefined : seen.get(fingerprint)) ?? []

/** True if most failures with the error of the mass failure are failures of the base with an error of the same sign. */
const isOnBase = (
  { alike, error }: Pick<MassFailure, 'alike' | 'error'>,
  { failingOnBase, reasons }: FailuresToJudge,
) =>
  2 *
    failingOnBase.filter(({ base }) => signOfReason(reasons.get(base?.reasonId ?? 0))?.sign === error.sign)
      .length >
  alike

/** True for a failure with the error of the mass failure, or with any machine error if that is one. */
function isOf(
  { error }: MassFailure,
  { head }: Pair,
  signOf: (reasonId: number) => ErrorSign | null,
): boolean {
  const own = head?.reasonId == null ? null : signOf(head.reasonId)
  return own !== null && (own.sign === error.sign || (isOfMachine(own) && isOfMachine(error)))
}

/** The same clean tree, or the same tested commit if neither tree is known. */
function isSameCode(base: ExecutionRow, head: ExecutionRow): boolean {
  if (base.dirty + head.dirty > 0) return false
  if (base.tree !== null || head.tree !== null) return base.tree === head.tree
  return base.tested_sha !== null && base.tested_sha === head.tested_sha
}

/** How often some of these runs directly follow others of the branch; runs are newest first. */
function countEpisodes(seen: Run[], ofBranch: Run[]): number {
  const ids = new Set(seen.map((run) => run.id))
  return ofBranch.filter((run, i) => ids.has(run.id) && !ids.has(ofBranch[i + 1]?.id ?? 0)).length
}

/** The head as it was during that part. */
const asOf = (head: ExecutionRow, startedAt: number): ExecutionRow =>
  startedAt === head.started_at ? head : { ...head, started_at: startedAt }

/** Caches the result for each id. */
function remembering<K, T>(ask: (id: K) => T): (id: K) => T {
  const known = new Map<K, T>()
  return (id) => {
    const cached = known.get(id)
    if (cached !== undefined) return cached
    const answer = ask(id)
    known.set(id, answer)
    return answer
  }
}

/** The legs of each of these runs, as `<execution id>/<leg id>`. */
async function readLegsOf(store: Store, runs: Run[]): Promise<Set<string>> {
  if (runs.length === 0) return new Set()
  const rows = await store.read
    .selectFrom('part')
    .select(['execution_id', 'leg_id'])
    .distinct()
    .where(
      isOneOf(
        store.dialect,
        'execution_id',
        runs.map((run) => run.id),
      ),
    )
    .execute()
  return new Set(rows.map((row) => `${row.execution_id}/${row.leg_id}`))
}
