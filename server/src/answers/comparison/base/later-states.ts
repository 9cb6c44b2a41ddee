import type { Store } from '../../../ground/store/open.ts'
import { whoRan } from '../../../history/history/runs-of.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import type { Pair } from '../changes/read-changes.ts'
import type { BaseRun, Line } from '../evidence/base-runs.ts'
import { readOwnRuns } from '../evidence/same-change.ts'
import { readLegRuns, readRanFiles } from './ran-files.ts'

/**
 * Those of these later runs of the base branch that show it without the head's change, in their order. A head may
 * contain commits of the branch after the base. None if the head is a run of the branch itself.
 */
export async function laterStates(
  store: Store,
  head: ExecutionRow,
  base: ExecutionRow,
  { branch }: Line,
  since: BaseRun[],
): Promise<BaseRun[]> {
  if (head.branch === branch || since.length === 0) return []
  const own = await readOwnRuns(store, head, base, since)
  return since.filter((run) => run.id !== head.id && !own.has(run.id))
}

/**
 * Marks tests of the base that the head lacks and that the base branch lost as well: the newest of its later states,
 * given oldest first, that ran their file did not have them.
 */
export async function markGone(store: Store, later: BaseRun[], pairs: Pair[]): Promise<Pair[]> {
  const vanished = pairs.filter((pair) => pair.head === null)
  if (vanished.length === 0 || later.length === 0) return pairs
  const legRuns = await readLegRuns(store, later)
  const ranIds = legRuns.map((row) => row.ran_id)
  const testIds = vanished.map((pair) => pair.testId)
  const [files, who] = await Promise.all([
    readRanFiles(store, ranIds, vanished),
    whoRan(store, ranIds, testIds),
  ])
  const ran = new Map([...who].map(([ranId, tests]) => [ranId, new Set(tests)]))
  const ofRun = Map.groupBy(legRuns, (row) => row.execution_id)
  const newestFirst = later.toReversed().flatMap((run) => ofRun.get(run.id) ?? [])
  const isGone = ({ testId, legId }: Pair) => {
    const file = files.fileOf(testId) ?? 0
    const newest = newestFirst.find((row) => row.leg_id === legId && files.in(row.ran_id).has(file))
    return newest !== undefined && !ran.get(newest.ran_id)?.has(testId)
  }
  return pairs.map((pair) => (pair.head === null && isGone(pair) ? { ...pair, isGoneOnBase: true } : pair))
}
