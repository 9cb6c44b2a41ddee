import type { Store } from '../../ground/store/open.ts'
import { isOneOf } from '../../ground/store/portable.ts'
import type { MonitorState } from '../../ground/store/tables.ts'
import { type TestName, testNameOf, testRows } from './test-names.ts'

/** A test with all its former names by confirmed renames. */
export interface KnownTest {
  /** Internal ids of its names, its own first, then the latest. */
  ids: number[]
  name: TestName
  formerNames: TestName[]
  /** Under the earliest of its names, milliseconds since the epoch. */
  firstSeenAt: number
  monitor: { state: MonitorState; since: number | null }
}

/** Tests of one project by their newest names, each with the ids of all its names. */
export async function readKnownTests(
  store: Store,
  identities: Map<number, number[]>,
): Promise<Map<number, KnownTest>> {
  const all = [...new Set([...identities.values()].flat())]
  if (all.length === 0) return new Map()
  const rows = await monitoredRows(store)
    .where(isOneOf(store.dialect, 'test.id', all))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    [...identities].flatMap(([id, own]): [number, KnownTest][] => {
      const known = knownTest(own.flatMap((name) => byId.get(name) ?? []))
      return known ? [[id, known]] : []
    }),
  )
}

/** Tests by name, each with its file and its monitor's last state under this name. */
const monitoredRows = (store: Store) =>
  testRows(store)
    .leftJoin('test_monitor', 'test_monitor.test_id', 'test.id')
    .select(['test_monitor.state', 'test_monitor.since'])

export type MonitoredRow = Awaited<ReturnType<ReturnType<typeof monitoredRows>['execute']>>[number]

/** One test from its names' rows, the newest name first; null without rows. */
export function knownTest(names: MonitoredRow[]): KnownTest | null {
  const [newest, ...former] = names
  if (!newest) return null
  let monitor: KnownTest['monitor'] = { state: 'healthy', since: null }
  // The last state under any of its names; at the same moment the newest name's.
  for (const { state, since } of names)
    if (state !== null && since !== null && (monitor.since === null || since > monitor.since))
      monitor = { state, since }
  return {
    ids: names.map((name) => name.id),
    name: testNameOf(newest),
    formerNames: former.map(testNameOf),
    firstSeenAt: Math.min(...names.map((name) => name.first_seen_at)),
    monitor,
  }
}
