import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { identitiesOf } from '../test-identity/former-names.ts'

/** Returns which of these tests have a monitor that ever changed its state, under any of their names. */
export async function readMonitored(
  store: Store,
  projectId: number,
  tests: { testId: number }[],
): Promise<Set<number>> {
  if (tests.length === 0) return new Set()
  const identities = await identitiesOf(
    store,
    projectId,
    tests.map(({ testId }) => testId),
  )
  const rows = await store.read
    .selectFrom('test_monitor')
    .select('test_id')
    .where(isOneOf(store.dialect, 'test_id', [...new Set([...identities.values()].flat())]))
    .execute()
  const judged = new Set(rows.map((row) => row.test_id))
  return new Set(
    [...identities].flatMap(([id, names]) => (names.some((name) => judged.has(name)) ? [id] : [])),
  )
}
