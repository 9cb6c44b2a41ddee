import type { ExecutionRow } from '../executions/summary.ts'
import type { Store } from '../store/open.ts'
import { type Durations, readDurations, type Timed } from './durations.ts'
import { readSameTreeRuns } from './head-evidence.ts'
import { HISTORY_RUNS, knownTests, readBaseRuns } from './outcomes.ts'
import { atUsualPace, readPace } from './pace.ts'
import { mayStandOut, type Outlier, outlier } from './performance.ts'
import type { Pair } from './read-changes.ts'

/**
 * Judges durations by the tests' own history: first all of them by their newest runs, then the few that may
 * stand out by many runs, and by other runs of the head's code where there are some.
 */
export async function judgeTimings(
  store: Store,
  base: ExecutionRow,
  head: ExecutionRow,
  pairs: Pair[],
): Promise<(pair: Pair) => Outlier | null> {
  if (pairs.length === 0) return () => null
  const { upTo } = await readBaseRuns(store, base, base.started_at)
  const newest = upTo.slice(0, HISTORY_RUNS)
  const tests = await knownTests(
    store,
    head.project_id,
    pairs.map((pair) => pair.testId),
  )
  const first = await readDurations(store, newest, tests)
  const suspects = pairs.filter((pair) => mayStandOut(headMs(pair), msOf(first.of(pair.testId, pair.legId))))
  const few = await knownTests(
    store,
    head.project_id,
    suspects.map((pair) => pair.testId),
  )
  if (suspects.length === 0) return () => null
  const twins = await readSameTreeRuns(store, head)
  const [older, again, pace] = await Promise.all([
    readDurations(store, upTo.slice(HISTORY_RUNS), few),
    readDurations(store, twins, few),
    readPace(store, head, [...upTo, ...twins]),
  ])
  const asked = new Set(suspects)
  return (pair) => {
    if (!asked.has(pair)) return null
    const { testId, legId } = pair
    const atPace = (durations: Durations) => atUsualPace(durations.of(testId, legId), legId, pace)
    return outlier([headMs(pair) / pace(head, legId), ...atPace(again)], [...atPace(first), ...atPace(older)])
  }
}

const headMs = ({ head }: Pair) => (head?.durationUs ?? 0) / 1000

const msOf = (passes: Timed[]) => passes.map(({ ms }) => ms)
