import { sql } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf, listOf } from '../../../ground/store/portable.ts'
import { FLAW } from '../../../ground/store/tables.ts'
import type { BaseRun } from './base-runs.ts'

/** Fewer runs do not support a rate. */
const LEAST_RUNS = 5
/** The test must not have failed in this many earlier runs: a known flake is judged by its own rate. */
const CLEAN_RUNS = 15
/** At most this many failures of one run count, because failures in great number are not due to chance. */
const MOST_OF_RUN = 3
/** Of all runs together, to bound the cost of a suite that is mostly broken. */
const MOST_FAILURES = 20_000

/**
 * The number of tests per run that failed for the first time in one of these runs, newest first, and passed
 * in the next. That approximates failures by chance. The newest and the oldest run do not count, because a
 * state may have begun or ended there. 0 if too few runs are known.
 */
export async function readOneOffs(store: Store, newest: BaseRun[]): Promise<number> {
  const runs = withoutExcess(newest)
  if (runs.length < LEAST_RUNS) return 0
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
  const places = new Map(runs.map((run, i) => [run.id, i]))
  const ofRuns = new Array<number>(runs.length).fill(0)
  for (const ofLeg of Map.groupBy(lists, (list) => list.leg_id).values()) {
    const failed = new Map(ofLeg.map((list) => [places.get(list.execution_id), list.tests]))
    countFirstFailures((place) => JSON.parse(failed.get(place) ?? '[]') as number[], ofRuns)
  }
  const counted = ofRuns.slice(1, -1)
  return counted.reduce((sum, n) => sum + (n <= MOST_OF_RUN ? n : 0), 0) / counted.length
}

/** The newest of these runs, with at most `MOST_FAILURES` failures together. */
function withoutExcess(newest: BaseRun[]): BaseRun[] {
  let failures = 0
  return newest.filter((run) => {
    failures += run.failed
    return failures <= MOST_FAILURES
  })
}

/** Adds to each run, newest first, the tests that failed for the first time in it and not in the next. */
function countFirstFailures(failedIn: (place: number) => number[], ofRuns: number[]): void {
  const lastFailed = new Map<number, number>()
  let news = new Set<number>()
  for (let place = ofRuns.length - 1; place >= 0; place--) {
    const failed = failedIn(place)
    for (const id of failed) news.delete(id)
    if (place + 1 < ofRuns.length) ofRuns[place + 1] = (ofRuns[place + 1] as number) + news.size
    const hasFailedBefore = (id: number) =>
      (lastFailed.get(id) ?? Number.POSITIVE_INFINITY) <= place + CLEAN_RUNS
    news = new Set(failed.filter((id) => !hasFailedBefore(id)))
    for (const id of failed) lastFailed.set(id, place)
  }
}
