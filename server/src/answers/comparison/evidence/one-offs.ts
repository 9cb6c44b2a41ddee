import { sql } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf, listOf } from '../../../ground/store/portable.ts'
import { FLAW } from '../../../ground/store/tables.ts'
import type { BaseRun } from './base-runs.ts'
import { readEarlierFailures, windowOf } from './earlier-failures.ts'
import type { FailuresToJudge } from './failures.ts'
import { knownTests } from './outcomes.ts'

/** Fewer runs do not support a rate. */
const LEAST_RUNS = 5
/** A run in which more tests failed, on all legs together, does not count: failures in great number are not due to chance. */
const MOST_OF_RUN = 3
/** Of all runs together, to bound the cost of a suite that is mostly broken. */
const MOST_FAILURES = 20_000

/**
 * The number of tests per base run that failed in this run alone: they passed in the next one, and no other run had
 * their error, on any branch. That is how many tests fail for the first time in a run by chance (Good and Turing's
 * estimate), so it is what a failure that no run has had before is to be held against. The newest and the oldest run do
 * not count, because a state may have begun or ended there. 0 if too few runs are known.
 */
export async function readOneOffs(
  store: Store,
  { head, line, history }: Pick<FailuresToJudge, 'head' | 'line' | 'history'>,
  until: number,
): Promise<number> {
  const runs = withoutExcess(history.upTo.filter((run) => run.started_at >= windowOf(until).from))
  if (runs.length < LEAST_RUNS) return 0
  const single = withoutCrowds(
    (await readFailed(store, runs)).flatMap(({ leg_id, failedIn }) => failedOnce(leg_id, failedIn)),
  )
  const ids = [...new Set(single.map(({ testId }) => testId))]
  const tests = await knownTests(store, head.project_id, ids)
  const seen = await readEarlierFailures(store, head, line, until, tests)
  const alone = single.filter(({ testId, legId, run }) => {
    const sightings = seen.get(`${tests.currentId(testId)}/${legId}`) ?? []
    const own = sightings.find((one) => one.run.id === runs[run]?.id)
    // Too many failures were newer: it counts, so that doubt stays.
    if (!own) return true
    return sightings.every((one) => one === own || one.fingerprint !== own.fingerprint)
  })
  // Once for all legs.
  return new Set(alone.map(({ testId, run }) => `${testId}/${run}`)).size / (runs.length - 2)
}

interface OneOff {
  testId: number
  legId: number
  /** The place of its run. */
  run: number
}

/** The newest of these runs, with at most `MOST_FAILURES` failures together. */
function withoutExcess(newest: BaseRun[]): BaseRun[] {
  let failures = 0
  return newest.filter((run) => {
    failures += run.failed
    return failures <= MOST_FAILURES
  })
}

/** The tests that failed on each leg in each of these runs, by the place of the run. */
async function readFailed(
  store: Store,
  runs: BaseRun[],
): Promise<{ leg_id: number; failedIn: number[][] }[]> {
  const lists = await store.read
    .selectFrom('bad_run')
    .select(['execution_id', 'leg_id', listOf(store.dialect, 'test_id').as('tests')])
    .where(
      isOneOf(
        store.dialect,
        'execution_id',
        runs.map((run) => run.id),
      ),
    )
    .where(sql<boolean>`(flaws & ${sql.lit(FLAW.failed | FLAW.shared)}) = ${sql.lit(FLAW.failed)}`)
    .groupBy(['execution_id', 'leg_id'])
    .execute()
  return [...Map.groupBy(lists, (list) => list.leg_id)].map(([leg_id, ofLeg]) => {
    const failed = new Map(ofLeg.map((list) => [list.execution_id, list.tests]))
    return { leg_id, failedIn: runs.map((run) => JSON.parse(failed.get(run.id) ?? '[]') as number[]) }
  })
}

/** Tests that failed in one of these runs, newest first, and in neither of its neighbours. */
function failedOnce(legId: number, failedIn: number[][]): OneOff[] {
  return failedIn.flatMap((failed, place) => {
    const beside = new Set([...(failedIn[place - 1] ?? []), ...(failedIn[place + 1] ?? [])])
    const isCounted = place > 0 && place < failedIn.length - 1
    return isCounted
      ? failed.filter((id) => !beside.has(id)).map((testId) => ({ testId, legId, run: place }))
      : []
  })
}

/** Those of the runs in which few tests failed like this, whatever the number of legs. */
const withoutCrowds = (all: OneOff[]): OneOff[] =>
  [...Map.groupBy(all, ({ run }) => run).values()]
    .filter((ofRun) => new Set(ofRun.map(({ testId }) => testId)).size <= MOST_OF_RUN)
    .flat()
