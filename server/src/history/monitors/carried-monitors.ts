import type { Store } from '../../ground/store/open.ts'
import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import type { MonitorState } from '../../ground/store/tables.ts'
import { identitiesOf, newestNamesOf } from '../../results/test-identity/former-names.ts'

type Readable = Pick<Store, 'dialect' | 'read'>

interface Monitor {
  state: MonitorState
  since: number
}

/**
 * The latest state of these tests' monitors under any of their names, given the newest name first. Omits
 * tests that were always healthy. `store` may be a transaction's.
 */
export async function latestOf(
  { dialect, read }: Readable,
  identities: Map<number, number[]>,
): Promise<Map<number, Monitor>> {
  const all = [...new Set([...identities.values()].flat())]
  if (all.length === 0) return new Map()
  const rows = await read
    .selectFrom('test_monitor')
    .select(['test_id', 'state', 'since'])
    .where(isOneOf(dialect, 'test_id', all))
    .execute()
  const byName = new Map(rows.map(({ test_id, state, since }) => [test_id, { state, since }]))
  const monitors = new Map<number, Monitor>()
  for (const [testId, names] of identities) {
    // At the same moment the newest name's state wins: the sort is stable.
    const [last] = names.flatMap((name) => byName.get(name) ?? []).sort((a, b) => b.since - a.since)
    if (last) monitors.set(testId, last)
  }
  return monitors
}

/** Like `latestOf`, for all tests of a project whose monitor reported under an earlier name. */
export async function carriedMonitors(store: Readable, projectId: number): Promise<Map<number, Monitor>> {
  const rows = await store.read
    .selectFrom('test_monitor')
    .innerJoin('rename', 'rename.from_test_id', 'test_monitor.test_id')
    .select('test_monitor.test_id')
    .where('rename.project_id', '=', projectId)
    .where('rename.undone_at', 'is', null)
    .execute()
  const newest = await newestNamesOf(
    store,
    projectId,
    rows.map((row) => row.test_id),
  )
  return latestOf(store, await identitiesOf(store, projectId, [...new Set(newest.values())]))
}

/** Resets the monitors of these tests to their state before that time, and reverts later changes. */
export async function takeBackMonitors(
  db: Db,
  dialect: Dialect,
  testIds: number[],
  time: number,
): Promise<void> {
  const changed = await db
    .selectFrom('test_monitor')
    .select('test_id')
    .where(isOneOf(dialect, 'test_id', testIds))
    .where('since', '>=', time)
    .execute()
  for (const { test_id } of changed) {
    await db.deleteFrom('monitor_change').where('test_id', '=', test_id).where('at', '>=', time).execute()
    const before = await db
      .selectFrom('monitor_change')
      .select(['to_state as state', 'at as since'])
      .where('test_id', '=', test_id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (before) await db.updateTable('test_monitor').set(before).where('test_id', '=', test_id).execute()
    else await db.deleteFrom('test_monitor').where('test_id', '=', test_id).execute()
  }
}
