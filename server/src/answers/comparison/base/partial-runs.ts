import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import type { Pair } from '../changes/read-changes.ts'

/** A head ran only part of the suite if it lacks this share of the base's tests and adds no new ones. */
const SELECTION_LACKS = 0.5

/**
 * The pairs without those tests that the base cannot classify as new: tests that it lists but did not run and, if it
 * was cut off, tests that were known before it began and may have been in the missing part. If such a test failed, it
 * cannot be compared; if it passed, it is no change.
 */
export async function withoutUnknown(
  store: Store,
  base: ExecutionRow | null,
  pairs: Pair[],
): Promise<{ pairs: Pair[]; notCompared: Pair[] }> {
  const appeared = pairs.filter((pair) => pair.base === null)
  if (!base || appeared.length === 0) return { pairs, notCompared: [] }
  const known = isCutOff(base) ? await readKnown(store, base, appeared) : new Set<number>()
  const isUnknown = (pair: Pair) =>
    pair.base === null && (pair.isUnrunOnBase === true || known.has(pair.testId))
  return {
    pairs: pairs.filter((pair) => !isUnknown(pair)),
    notCompared: pairs.filter((pair) => isUnknown(pair) && pair.head?.verdict === VERDICT.failed),
  }
}

async function readKnown(store: Store, base: ExecutionRow, appeared: Pair[]): Promise<ReadonlySet<number>> {
  const older = await store.read
    .selectFrom('test')
    .select('id')
    .where(isOneOf(store.dialect, 'id', [...new Set(appeared.map((pair) => pair.testId))]))
    .where('first_seen_at', '<', base.started_at)
    .execute()
  return new Set(older.map((row) => row.id))
}

/** True if a run does not show which tests its code has. */
export const isCutOff = ({ state }: ExecutionRow): boolean => state === 'incomplete' || state === 'cancelled'

/**
 * Why absent tests do not count as removed, if the head looks like a run of selected tests;
 * otherwise null. Tests that are absent for another reason, such as a part that did not report, do not count.
 */
export function selectionOf(
  base: ExecutionRow | null,
  head: ExecutionRow,
  pairs: Pair[],
  isExplained: (pair: Pair) => boolean,
): string | null {
  // A file that did not load explains its missing tests.
  if (!base || head.errors > 0) return null
  const gone = pairs.filter((pair) => pair.head === null)
  const lacks = gone.filter((pair) => !isExplained(pair)).length
  const [all, had] = [countOf(base) - (gone.length - lacks), countOf(head)]
  if (had === 0 || lacks < all * SELECTION_LACKS || pairs.some((pair) => pair.base === null)) return null
  return `this run had ${all - lacks} of the ${all} results of the base and none of its own: it looks like a selection`
}

const countOf = ({ passed, failed, flaky, skipped }: ExecutionRow) => passed + failed + flaky + skipped
