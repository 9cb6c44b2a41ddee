import type { ExecutionRow } from '../executions/summary.ts'
import type { Store } from '../store/open.ts'
import { VERDICT } from '../store/tables.ts'
import { readSameTreeRuns } from './head-evidence.ts'
import { HISTORY_RUNS, knownTests, type Outcome, readBaseRuns, readOutcomes } from './outcomes.ts'
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
  const first = await readOutcomes(store, newest, tests)
  const suspects = pairs.filter((pair) => mayStandOut(headMs(pair), passedMs(first.get(keyOf(pair)))))
  const few = await knownTests(
    store,
    head.project_id,
    suspects.map((pair) => pair.testId),
  )
  if (suspects.length === 0) return () => null
  const twins = await readSameTreeRuns(store, head)
  const [older, again, pace] = await Promise.all([
    readOutcomes(store, upTo.slice(HISTORY_RUNS), few),
    readOutcomes(store, twins, few),
    readPace(store, head, [...upTo, ...twins]),
  ])
  const asked = new Set(suspects.map(keyOf))
  return (pair) => {
    const key = keyOf(pair)
    if (!asked.has(key)) return null
    const usual = [...(first.get(key) ?? []), ...(older.get(key) ?? [])]
    return outlier(
      [headMs(pair) / pace(head, pair.legId), ...atUsualPace(again.get(key) ?? [], pair.legId, pace)],
      atUsualPace(usual, pair.legId, pace),
    )
  }
}

const keyOf = ({ testId, legId }: Pair) => `${testId}/${legId}`
const headMs = ({ head }: Pair) => (head?.durationUs ?? 0) / 1000

/** Of the plain passes, newest first. */
const passedMs = (outcomes: Outcome[] = []) =>
  outcomes.flatMap(({ verdict, durationUs }) => (verdict === VERDICT.passed ? durationUs / 1000 : []))
