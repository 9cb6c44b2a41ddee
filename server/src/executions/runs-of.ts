import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { foundIn } from './ran-set.ts'

type Readable = Pick<Store, 'dialect' | 'read'>

/** Legs of settled executions that count, by when they began. */
export interface RunsWanted {
  projectId: number
  /** Milliseconds since the epoch, included. */
  from: number
  /** Not included. */
  to: number
  branch?: string | undefined
  suite?: string | undefined
}

/**
 * In how many runs each of these tests ran and was not skipped; a run is one leg of an execution that counts.
 * Reads an index of the window's runs and the few sets of tests they ran, never a result. `store` may be a
 * transaction's: `{ dialect, read: db }`.
 */
export async function runsOf(
  store: Readable,
  { projectId, from, to, branch, suite }: RunsWanted,
  testIds: number[],
): Promise<Map<number, number>> {
  const runs = new Map(testIds.map((id) => [id, 0]))
  if (testIds.length === 0) return runs
  let query = store.read
    .selectFrom('leg_run')
    .select(['ran_id', (eb) => eb.fn.countAll<number>().as('times')])
    .where('project_id', '=', projectId)
    .where('started_at', '>=', from)
    .where('started_at', '<', to)
  if (branch !== undefined) query = query.where('branch', '=', branch)
  if (suite !== undefined) query = query.where('suite', '=', suite)
  const sets = await query.groupBy('ran_id').execute()
  const times = new Map(sets.map((set) => [set.ran_id, Number(set.times)]))
  const sorted = [...runs.keys()].sort((a, b) => a - b)
  const counts = new Float64Array(sorted.length)
  for (const { id, data } of await readSets(store, [...times.keys()])) {
    const often = times.get(id) ?? 0
    for (const place of foundIn(data, sorted)) counts[place] = (counts[place] ?? 0) + often
  }
  for (const [place, id] of sorted.entries()) runs.set(id, counts[place] ?? 0)
  return runs
}

/** Which of these tests each of these sets has. */
export async function whoRan(
  store: Readable,
  setIds: number[],
  testIds: number[],
): Promise<Map<number, Set<number>>> {
  const sorted = [...new Set(testIds)].sort((a, b) => a - b)
  const sets = await readSets(store, [...new Set(setIds)])
  return new Map(
    sets.map(({ id, data }) => [
      id,
      new Set(Array.from(foundIn(data, sorted), (place) => sorted[place] as number)),
    ]),
  )
}

async function readSets({ dialect, read }: Readable, ids: number[]) {
  if (ids.length === 0) return []
  return read
    .selectFrom('ran_set')
    .select(['id', 'data'])
    .where(isOneOf(dialect, 'id', ids))
    .execute()
}
