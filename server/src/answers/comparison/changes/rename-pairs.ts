import type { Store } from '../../../ground/store/open.ts'
import { hasRenames, newestNamesOf } from '../../../results/test-identity/former-names.ts'
import { isWorthALook, type Pair } from './read-changes.ts'

/** A test with a different name on each side. */
export interface RenamedPair {
  legId: number
  /** Its id in the base. */
  baseTestId: number
  headTestId: number
}

/**
 * Joins a removed and an added test if a confirmed rename says that they are the same. Works in
 * both directions, because the head may be older than the rename. Drops pairs without a change.
 */
export async function pairRenamed(
  store: Store,
  projectId: number,
  pairs: Pair[],
): Promise<{ pairs: Pair[]; renamed: RenamedPair[] }> {
  const vanished = pairs.filter((pair) => pair.head === null)
  const appeared = pairs.filter((pair) => pair.base === null)
  if (vanished.length === 0 || appeared.length === 0 || !(await hasRenames(store, projectId)))
    return { pairs, renamed: [] }
  const testIds = [...new Set([...vanished, ...appeared].map((pair) => pair.testId))]
  const newest = await newestNamesOf(store, projectId, testIds)
  const placeOf = ({ testId, legId }: Pair) => `${newest.get(testId) ?? testId}/${legId}`
  const before = new Map(vanished.map((pair) => [placeOf(pair), pair]))
  const renamed: RenamedPair[] = []
  const gone = new Set<Pair>()
  const joined = pairs.flatMap((pair) => {
    const old = pair.base === null ? before.get(placeOf(pair)) : undefined
    if (!old) return [pair]
    before.delete(placeOf(pair))
    gone.add(old)
    renamed.push({ legId: pair.legId, baseTestId: old.testId, headTestId: pair.testId })
    const one = { ...pair, base: old.base }
    return isWorthALook(one) ? [one] : []
  })
  return { pairs: joined.filter((pair) => !gone.has(pair)), renamed }
}
