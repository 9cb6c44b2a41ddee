import { type Expression, type SqlBool, sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { MonitorState } from '../../ground/store/tables.ts'
import { carriedMonitors } from '../monitors/carried-monitors.ts'

/** Tests whose monitor has this state, possibly reported under an earlier name. */
export interface StateFilter {
  matches: Expression<SqlBool>
  /** At most this many candidates, the highest ids first; null if most tests are. */
  candidates: number[] | null
}

/** The candidates below an id, at most `most`. */
export async function filterByState(
  store: Store,
  projectId: number,
  wanted: MonitorState,
  { before, most }: { before: number; most: number },
): Promise<StateFilter> {
  const isOwn =
    wanted === 'healthy'
      ? sql<boolean>`not exists (select 1 from test_monitor where test_id = test.id and state <> 'healthy')`
      : sql<boolean>`exists (select 1 from test_monitor where test_id = test.id and state = ${wanted})`
  const [monitors, own] = await Promise.all([
    carriedMonitors(store, projectId),
    wanted === 'healthy' ? null : readOwn(store, projectId, wanted, before, most),
  ])
  const carried = [...monitors]
  const inState = carried.filter(([, { state }]) => state === wanted).map(([id]) => id)
  const candidates =
    own && [...new Set([...own, ...inState.filter((id) => id < before)])].sort((a, b) => b - a).slice(0, most)
  if (carried.length === 0) return { matches: isOwn, candidates }
  const heads = carried.map(([id]) => id)
  const isElse = sql<boolean>`(${isOwn} and not ${isOneOf(store.dialect, 'test.id', heads)})`
  return {
    matches:
      inState.length === 0
        ? isElse
        : sql<boolean>`(${isElse} or ${isOneOf(store.dialect, 'test.id', inState)})`,
    candidates,
  }
}

async function readOwn(
  { read }: Store,
  projectId: number,
  wanted: MonitorState,
  before: number,
  most: number,
): Promise<number[]> {
  const rows = await read
    .selectFrom('test_monitor')
    .select('test_id')
    .where('project_id', '=', projectId)
    // A literal, so that both databases use their partial index.
    .where(sql<boolean>`state <> 'healthy'`)
    .where('state', '=', wanted)
    .where(sql<boolean>`test_id < cast(${before} as bigint)`)
    .orderBy('test_id', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => row.test_id)
}
