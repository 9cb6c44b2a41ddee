import type { ExecutionRow } from '../../executions/execution-row.ts'
import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'
import { VERDICT } from '../../store/tables.ts'
import type { Pair } from '../changes/read-changes.ts'
import { unreportedKey } from '../changes/unreported.ts'

/** A head ran only part of the suite if it lacks this share of the base's tests and adds no new ones. */
const SELECTION_LACKS = 0.5

/**
 * The pairs without those tests that a base which was cut off cannot classify as new. A test that
 * was known before the base began may have been in the missing part. If such a test failed, it
 * cannot be compared; if it passed, it is no change.
 */
export async function withoutUnknown(
  store: Store,
  base: ExecutionRow | null,
  pairs: Pair[],
): Promise<{ pairs: Pair[]; notCompared: Pair[] }> {
  if (base?.state !== 'incomplete' && base?.state !== 'cancelled') return { pairs, notCompared: [] }
  const appeared = pairs.filter((pair) => pair.base === null)
  if (appeared.length === 0) return { pairs, notCompared: [] }
  const older = await store.read
    .selectFrom('test')
    .select('id')
    .where(isOneOf(store.dialect, 'id', [...new Set(appeared.map((pair) => pair.testId))]))
    .where('first_seen_at', '<', base.started_at)
    .execute()
  const known = new Set(older.map((row) => row.id))
  const isUnknown = (pair: Pair) => pair.base === null && known.has(pair.testId)
  return {
    pairs: pairs.filter((pair) => !isUnknown(pair)),
    notCompared: pairs.filter((pair) => isUnknown(pair) && pair.head?.verdict === VERDICT.failed),
  }
}

/**
 * Why absent tests do not count as removed, if the head looks like a run of selected tests;
 * otherwise null. Tests of parts that did not report have their own explanation.
 */
export function selectionOf(
  base: ExecutionRow | null,
  head: ExecutionRow,
  pairs: Pair[],
  unreported: ReadonlyMap<string, string>,
): string | null {
  // A file that did not load explains its missing tests.
  if (!base || head.errors > 0) return null
  const gone = pairs.filter((pair) => pair.head === null)
  const lacks = gone.filter((pair) => !unreported.has(unreportedKey(pair))).length
  const [all, had] = [countOf(base) - (gone.length - lacks), countOf(head)]
  if (had === 0 || lacks < all * SELECTION_LACKS || pairs.some((pair) => pair.base === null)) return null
  return `this run had ${had} of the ${all} results of the base and none of its own: it looks like a selection`
}

const countOf = ({ passed, failed, flaky, skipped }: ExecutionRow) => passed + failed + flaky + skipped
