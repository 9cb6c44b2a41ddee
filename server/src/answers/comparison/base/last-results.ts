import type { Store } from '../../../ground/store/open.ts'
import { placesInSets, sortedIds } from '../../../history/history/runs-of.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { readSides } from '../../../results/results/read-sides.ts'
import type { SideRow } from '../../../results/results/side.ts'
import type { Pair } from '../changes/read-changes.ts'
import { type BaseHistory, type BaseRun, newestFirst } from '../evidence/base-runs.ts'
import { isCutOff } from './partial-runs.ts'
import { readLegRuns, readRanFiles } from './ran-files.ts'

/**
 * Gives tests that the base lacks the result of the newest run of its history that ran them, so a run of selected files
 * is a base for the tests that it ran. If no such run exists, the nearest later state of the branch counts: there the
 * test is not this change's either. A test that none of them ran is new. With `isLiteral`, and if the base was cut off,
 * only tests of files that it did not run get one. A run in which nearly everything failed shows the state of tests, too.
 */
export async function withLastResults(
  store: Store,
  base: ExecutionRow,
  { upTo, whole }: BaseHistory,
  later: BaseRun[],
  pairs: Pair[],
  { isLiteral }: { isLiteral: boolean },
): Promise<Pair[]> {
  const appeared = pairs.filter((pair) => pair.base === null)
  if (appeared.length === 0 || upTo.length + whole.length + later.length === 0) return pairs
  const places = await firstRuns(store, [...upTo, ...later], appeared)
  const results = new Map<string, { run: BaseRun; side: SideRow }>()
  const read = async (wanted: Map<BaseRun, string[]>) => {
    const runs = new Map([...wanted].map(([run, keys]) => [run.id, { run, keys: new Set(keys) }]))
    const tests = new Map([...wanted].map(([run, keys]) => [run.id, [...new Set(keys.map(testIdOf))]]))
    for (const { executionId, side, ...place } of await readSides(store, tests)) {
      const { run, keys } = runs.get(executionId) ?? {}
      if (run && keys?.has(keyOf(place))) results.set(keyOf(place), { run, side })
    }
  }
  const known = new Set(appeared.map(keyOf))
  const isLater = (run: BaseRun) => newestFirst(run, base) < 0
  // No set of tests is kept of a run in which nearly everything failed.
  for (const run of whole) {
    const isNearer = (found: BaseRun | undefined) =>
      found === undefined || isLater(found) || newestFirst(run, found) < 0
    const keys = [...known].filter((key) => !results.has(key) && isNearer(places.get(key)))
    if (keys.length > 0) await read(new Map([[run, keys]]))
  }
  const left = Map.groupBy(
    [...places.keys()].filter((key) => !results.has(key)),
    (key) => places.get(key) as BaseRun,
  )
  if (left.size > 0) await read(left)
  const selected = new Set((await ofFilesNotRun(store, base, appeared)).map(keyOf))
  return pairs.flatMap((pair) => {
    const last = pair.base === null ? results.get(keyOf(pair)) : undefined
    if (!last) return [pair]
    const isSame = last.side.verdict === pair.head?.verdict && !isBad(last.side)
    const isAbsent = !pair.isUnrunOnBase && (isLater(last.run) || !selected.has(keyOf(pair)))
    if (isAbsent && (isLiteral || isCutOff(base))) return [pair]
    return isSame ? [] : [{ ...pair, base: last.side, baseRun: last.run, ...(isAbsent && { isAbsent }) }]
  })
}

async function ofFilesNotRun(store: Store, base: ExecutionRow, pairs: Pair[]): Promise<Pair[]> {
  const legs = await readLegRuns(store, [base])
  const files = await readRanFiles(
    store,
    legs.map((leg) => leg.ran_id),
    pairs,
  )
  const ran = new Set(
    legs.flatMap(({ leg_id, ran_id }) => [...files.in(ran_id)].map((id) => `${id}/${leg_id}`)),
  )
  return pairs.filter(({ testId, legId }) => !ran.has(`${files.fileOf(testId)}/${legId}`))
}

const testIdOf = (key: string) => Number(key.slice(0, key.indexOf('/')))

const keyOf = ({ testId, legId }: Pick<Pair, 'testId' | 'legId'>) => `${testId}/${legId}`

const isBad = ({ reasonId }: SideRow) => reasonId !== null

/** The first of these runs in which each test ran, by `<test id>/<leg id>`. */
async function firstRuns(store: Store, runs: BaseRun[], pairs: Pair[]): Promise<Map<string, BaseRun>> {
  const legRuns = await readLegRuns(store, runs)
  const sorted = sortedIds(pairs.map((pair) => pair.testId))
  const found = await placesInSets(
    store,
    legRuns.map((row) => row.ran_id),
    sorted,
  )
  const ofRun = Map.groupBy(legRuns, (row) => row.execution_id)
  const left = new Set(pairs.map(keyOf))
  const first = new Map<string, BaseRun>()
  for (const run of runs)
    for (const { leg_id, ran_id } of ofRun.get(run.id) ?? [])
      for (const place of found.get(ran_id) ?? []) {
        const key = keyOf({ testId: sorted[place] as number, legId: leg_id })
        if (left.delete(key)) first.set(key, run)
      }
  return first
}
