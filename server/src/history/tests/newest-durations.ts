import type { Store } from '../../ground/store/open.ts'
import { readPasses } from '../../results/results/read-passes.ts'
import { firstOfSuites, readNewestRuns } from '../history/newest-runs.ts'

/**
 * How long each of these tests took when it passed in the newest run of its suite on the default branch, microseconds; the
 * longest of several. Only runs that count and whose results are not archived.
 */
export async function readNewestDurations(
  store: Store,
  projectId: number,
  testIds: number[],
): Promise<Map<number, number>> {
  const newest = firstOfSuites(await readNewestRuns(store.read, projectId)).map((run) => run.id)
  const durations = new Map<number, number>()
  for (const { ids, took } of await readPasses(store, newest, testIds))
    for (const [at, id] of ids.entries()) durations.set(id, Math.max(took[at] ?? 0, durations.get(id) ?? 0))
  return durations
}

/**
 * How long each of these tests took in the newest runs of the default branch in which it passed, microseconds, oldest
 * first.
 */
export async function readDurationTrend(store: Store, projectId: number, testIds: number[], most: number) {
  const runs = (await readNewestRuns(store.read, projectId)).slice(0, most)
  const passes = await readPasses(
    store,
    runs.map((run) => run.id),
    testIds,
  )
  const byRun = new Map(passes.map((pass) => [pass.execution, pass]))
  const trend = new Map<number, number[]>()
  for (const { id } of runs.reverse()) {
    const { ids = [], took = [] } = byRun.get(id) ?? {}
    const longest = new Map<number, number>()
    for (const [at, test] of ids.entries()) longest.set(test, Math.max(took[at] ?? 0, longest.get(test) ?? 0))
    for (const [test, us] of longest) trend.set(test, [...(trend.get(test) ?? []), us])
  }
  return trend
}
