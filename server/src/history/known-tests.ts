import { latestOf } from '../executions/monitors.ts'
import { identitiesOf } from '../executions/renames.ts'
import type { Store } from '../store/open.ts'
import { nameOf, readTestRows, type TestName } from './test-names.ts'

/** A test with all that it was called before by confirmed renames. */
interface KnownTest {
  /** Internal ids of its names, its own first, then the latest. */
  ids: number[]
  name: TestName
  formerNames: TestName[]
  /** Under the earliest of its names, milliseconds since the epoch. */
  firstSeenAt: number
  monitor: { state: 'healthy' | 'flaky' | 'broken'; since: number | null }
}

/** Tests of one project, given by the newest names they have. */
export async function readKnownTests(
  store: Store,
  projectId: number,
  ids: number[],
): Promise<Map<number, KnownTest>> {
  const identities = await identitiesOf(store, projectId, ids)
  const [rows, monitors] = await Promise.all([
    readTestRows(store, [...new Set([...identities.values()].flat())]),
    latestOf(store, identities),
  ])
  return new Map(
    [...identities].flatMap(([id, own]): [number, KnownTest][] => {
      const names = own.flatMap((name) => rows.get(name) ?? [])
      const [newest, ...former] = names
      if (!newest) return []
      return [
        [
          id,
          {
            ids: own,
            name: nameOf(newest),
            formerNames: former.map(nameOf),
            firstSeenAt: Math.min(...names.map((name) => name.first_seen_at)),
            monitor: monitors.get(id) ?? { state: 'healthy', since: null },
          },
        ],
      ]
    }),
  )
}
