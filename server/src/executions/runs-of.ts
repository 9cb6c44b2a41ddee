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
  const ran = await whoRan(store, [...times.keys()], testIds)
  for (const [setId, found] of ran)
    for (const id of found) runs.set(id, (runs.get(id) ?? 0) + (times.get(setId) ?? 0))
  return runs
}

/** Which of these tests each of these sets has. */
export async function whoRan(
  { dialect, read }: Readable,
  setIds: number[],
  testIds: number[],
): Promise<Map<number, Set<number>>> {
  if (setIds.length === 0) return new Map()
  const sorted = [...new Set(testIds)].sort((a, b) => a - b)
  const rows = await read
    .selectFrom('ran_set')
    .select(['id', 'data'])
    .where(isOneOf(dialect, 'id', [...new Set(setIds)]))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      new Set(Array.from(foundIn(row.data, sorted), (place) => sorted[place] as number)),
    ]),
  )
}
