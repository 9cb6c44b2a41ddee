import type { Store } from '../../../ground/store/open.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import type { Pair } from '../changes/read-changes.ts'
import type { Run, Tests } from '../evidence/outcomes.ts'
import { atUsualSpeed, readMachineSpeed } from './machine-speed.ts'
import { type Durations, readDurations, type Timed } from './read-durations.ts'
import { readTimingInputs } from './read-timing-inputs.ts'
import { LOOKS, mayStandOut, type Outlier, outlier } from './test-outlier.ts'

/**
 * Judges durations by the tests' own history, in several steps: nearly all tests are within the range of
 * their newest few runs. The few that may stand out are judged by many runs, and by other runs of the head's
 * code if such runs exist.
 */
export async function judgeTimings(
  store: Store,
  /** Runs of the base branch up to the base, newest first. */
  upTo: Run[],
  head: ExecutionRow,
  pairs: Pair[],
): Promise<(pair: Pair) => Outlier | null> {
  if (pairs.length === 0) return () => null
  const ids = pairs.map((pair) => pair.testId)
  const { twins, tests } = await readTimingInputs(store, head, ids)
  const again = await readDurations(store, twins, tests)
  const headsOf = (pair: Pair) => [headMs(pair), ...msOf(again.of(pair.testId, pair.legId))]
  const seen: Durations[] = []
  const seenOf = ({ testId, legId }: Pair) => seen.flatMap((durations) => durations.of(testId, legId))
  let suspects = pairs
  let [from, few] = [0, tests]
  for (const look of LOOKS) {
    seen.push(await readDurations(store, upTo.slice(from, look.runs), few))
    suspects = suspects.filter((pair) => mayStandOut(headsOf(pair), msOf(seenOf(pair)), look))
    if (suspects.length === 0) return () => null
    from = look.runs
    few = someOf(tests, suspects)
  }
  const [older, pace] = await Promise.all([
    readDurations(store, upTo.slice(from), few),
    readMachineSpeed(store, head, [...upTo, ...twins]),
  ])
  seen.push(older)
  const suspectIds = new Set(suspects)
  return (pair) => {
    if (!suspectIds.has(pair)) return null
    const { testId, legId } = pair
    const atPace = (passes: Timed[]) => atUsualSpeed(passes, legId, pace)
    return outlier(
      [headMs(pair) / pace.of(head, legId), ...atPace(again.of(testId, legId))],
      atPace(seenOf(pair)),
      pace.hiccups,
    )
  }
}

const headMs = ({ head }: Pair) => (head?.durationUs ?? 0) / 1000

const msOf = (passes: Timed[]) => passes.map(({ ms }) => ms)

function someOf(tests: Tests, pairs: Pair[]): Tests {
  const testIds = new Set(pairs.map((pair) => pair.testId))
  return { ...tests, ids: tests.ids.filter((id) => testIds.has(tests.currentId(id))) }
}
