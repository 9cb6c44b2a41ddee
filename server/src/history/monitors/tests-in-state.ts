import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import type { MonitorState } from '../../ground/store/tables.ts'
import { carriedMonitors } from './carried-monitors.ts'

/**
 * The tests of a project whose monitor has this state, under their newest names, and since when (milliseconds
 * since the epoch). The only meaning of a broken test, for every list and count.
 */
export async function testsInState(
  store: Store,
  projectId: number,
  wanted: Exclude<MonitorState, 'healthy'>,
): Promise<Map<number, number>> {
  const [own, carried] = await Promise.all([
    store.read
      .selectFrom('test_monitor')
      .select(['test_id', 'since'])
      .where('project_id', '=', projectId)
      // A literal, so that both databases use their partial index.
      .where(sql<boolean>`state <> 'healthy'`)
      .where('state', '=', wanted)
      .execute(),
    carriedMonitors(store, projectId),
  ])
  if (carried.size === 0) return new Map(own.map(({ test_id, since }) => [test_id, since]))
  const former = await formerNames(store, projectId)
  return new Map([
    ...own.flatMap(({ test_id, since }): [number, number][] =>
      carried.has(test_id) || former.has(test_id) ? [] : [[test_id, since]],
    ),
    ...[...carried].flatMap(([id, { state, since }]): [number, number][] =>
      state === wanted ? [[id, since]] : [],
    ),
  ])
}

/** Ids of names that a confirmed rename has replaced. */
async function formerNames({ read }: Store, projectId: number): Promise<Set<number>> {
  const rows = await read
    .selectFrom('rename')
    .select('from_test_id')
    .where('project_id', '=', projectId)
    .where('undone_at', 'is', null)
    .execute()
  return new Set(rows.map((row) => row.from_test_id))
}
