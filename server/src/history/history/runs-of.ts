import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import { foundIn } from './ran-set.ts'

type Readable = Pick<Store, 'dialect' | 'read'>

/** Legs of settled executions that count, by their start. */
export interface RunsWanted {
  projectId: number
  /** Milliseconds since the epoch, inclusive. */
  from: number
  /** Exclusive. */
  to: number
  branch?: string | undefined
  suite?: string | undefined
}

/**
 * In how many runs each of these tests ran and was not skipped; a run is one leg of a counted execution.
 * Reads an index of the window's runs and the few sets of tests they ran, never a result. `store` may be a
 * transaction's: `{ dialect, read: db }`.
 */
export async function runsOf(
  store: Readable,
  wanted: RunsWanted,
  testIds: number[],
): Promise<Map<number, number>> {
  if (testIds.length === 0) return new Map()
  return (await readWindowRuns(store, wanted)).of(testIds)
}

/** The tests that ran in a window: a few sets of tests, each with a count. */
export interface WindowRuns {
  /** The number of runs in which each of these tests ran. */
  of(testIds: number[]): Map<number, number>
  /** The sets that contain any of these tests. */
  setsWith(testIds: number[]): Set<number>
}

/** Like `runsOf`, for callers that choose the tests later. */
export async function readWindowRuns(
  store: Readable,
  { projectId, from, to, branch, suite }: RunsWanted,
): Promise<WindowRuns> {
  let query = store.read
    .selectFrom('leg_run')
    .select(['ran_id', (eb) => eb.fn.countAll<number>().as('times')])
    .where('project_id', '=', projectId)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
  if (branch !== undefined) query = query.where('branch', '=', branch)
  if (suite !== undefined) query = query.where('suite', '=', suite)
  const rows = await store.read
    .selectFrom(query.groupBy('ran_id').as('run'))
    .innerJoin('ran_set', 'ran_set.id', 'run.ran_id')
    .select(['ran_set.id', 'ran_set.data', 'run.times'])
    .execute()
  const sets = rows.map(({ id, data, times }) => ({ id, data, times: Number(times) }))
  return {
    of: (testIds) => timesOf(sets, testIds),
    setsWith(testIds) {
      const sorted = sortedIds(testIds)
      return new Set(sets.flatMap(({ id, data }) => (foundIn(data, sorted).next().done ? [] : [id])))
    },
  }
}

function timesOf(sets: { data: Uint8Array; times: number }[], testIds: number[]): Map<number, number> {
  const sorted = sortedIds(testIds)
  const counts = new Float64Array(sorted.length)
  for (const { data, times } of sets)
    for (const place of foundIn(data, sorted)) counts[place] = (counts[place] ?? 0) + times
  return new Map(Array.from(sorted, (id, place) => [id, counts[place] ?? 0]))
}

/** Which of these tests each of these sets contains, in ascending order. */
export async function whoRan(
  store: Readable,
  setIds: number[],
  testIds: number[],
): Promise<Map<number, number[]>> {
  if (testIds.length === 0) return new Map()
  const sorted = sortedIds(testIds)
  const places = await placesInSets(store, setIds, sorted)
  return new Map(
    [...places].map(([id, found]) => [id, Array.from(found, (place) => sorted[place] as number)]),
  )
}

/** Sorted in ascending order, without duplicates; a typed array sorts without a comparison function. */
export const sortedIds = (ids: Iterable<number>) => Float64Array.from(new Set(ids)).sort()

/** The places of the tests that each of these sets contains; `sorted` as by `sortedIds`. */
export async function placesInSets(
  store: Readable,
  setIds: number[],
  sorted: Float64Array,
): Promise<Map<number, Int32Array>> {
  const sets = await readSets(store, [...new Set(setIds)])
  return new Map(sets.map(({ id, data }) => [id, Int32Array.from(foundIn(data, sorted))]))
}

/** These sets of tests, encoded as by `encodeRanSet`. */
export async function readSets({ dialect, read }: Readable, ids: number[]) {
  if (ids.length === 0) return []
  return read
    .selectFrom('ran_set')
    .select(['id', 'data'])
    .where(isOneOf(dialect, 'id', ids))
    .execute()
}

/** One leg of a counted execution, among its neighbours in time. */
export interface SequencedRun {
  execution_id: number
  leg_id: number
  branch: string
  suite: string
  tree: string | null
  ran_id: number
}

/** The window's runs on these branches, oldest first, a list for each branch, suite and leg. */
export async function runSequences(
  { read, dialect }: Pick<Store, 'dialect' | 'read'>,
  { projectId, from, to, suite }: RunsWanted,
  branches: ReadonlySet<string>,
): Promise<SequencedRun[][]> {
  if (branches.size === 0) return []
  let query = read
    .selectFrom('leg_run')
    .select(['execution_id', 'leg_id', 'branch', 'suite', 'tree', 'ran_id'])
    .where('project_id', '=', projectId)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
    .where(isOneOf(dialect, 'branch', [...branches]))
  if (suite !== undefined) query = query.where('suite', '=', suite)
  const runs = await query.orderBy('started_at').orderBy('execution_id').execute()
  return [...Map.groupBy(runs, (run) => JSON.stringify([run.branch, run.suite, run.leg_id])).values()]
}
