import type { Store } from '../../ground/store/open.ts'
import { identitiesOf } from '../../results/test-identity/former-names.ts'
import { findTests, type TestPage, type TestQuery } from './find-tests.ts'
import { readNewestDurations } from './newest-durations.ts'

/** The tests of one look, and the looks of one page, which may therefore be short. */
const LOOK = 1_000
const MOST_LOOKS = 4

/** Tests that did not pass in the newest run of a suite, the latest first. */
export async function findUntimed(store: Store, wanted: TestQuery): Promise<TestPage> {
  const { projectId, limit } = wanted
  const ids: number[] = []
  let next = wanted.before
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    const page = await findTests(store, { ...wanted, before: next, limit: LOOK })
    const identities = await identitiesOf(store, projectId, page.ids)
    const timed = await readNewestDurations(store, projectId, [...identities.values()].flat())
    for (const id of page.ids) {
      if (identities.get(id)?.some((name) => timed.has(name))) continue
      ids.push(id)
      if (ids.length === limit) return { ids, next: id }
    }
    next = page.next
    if (next === null) break
  }
  return { ids, next }
}
