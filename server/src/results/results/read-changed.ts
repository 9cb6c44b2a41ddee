import type { Store } from '../../ground/store/open.ts'
import { isNews, type Tolerance } from './is-changed.ts'
import { verdictOf } from './rows/outcome-number.ts'
import { passedUsOf, readColumns, rowAt, type SideColumns } from './rows/side-columns.ts'
import type { BothSides, Side } from './side.ts'

/** The sides of one leg. */
export interface SidePair {
  base: Side
  head: Side
}

/** The total duration of the passed tests of one leg on either side, microseconds. */
export interface PassedUs {
  base: number
  head: number
}

export interface Changed {
  changed: BothSides[]
  /** Null if the database cannot sum the files of the leg without unpacking results. */
  passedUs: PassedUs | null
}

/** The tests of each pair for which `isChanged` is true. */
export const readChanged = (store: Store, pairs: SidePair[], tolerance: Tolerance): Promise<Changed[]> =>
  Promise.all(
    pairs.map(async (pair) => {
      const [base, head] = await Promise.all([readColumns(store, pair.base), readColumns(store, pair.head)])
      const isLive = !base.isArchived && !head.isArchived
      return {
        changed: changesOf(base, head, tolerance),
        passedUs: isLive ? { base: passedUsOf(base), head: passedUsOf(head) } : null,
      }
    }),
  )

/** Those of the head first, then those that it lacks. */
function changesOf(base: SideColumns, head: SideColumns, tolerance: Tolerance): BothSides[] {
  const changed: BothSides[] = []
  const gone: BothSides[] = []
  const goneUpTo = (testId: number, from: number) => {
    let at = from
    for (; at < base.tests.length && (base.tests[at] as number) < testId; at++)
      gone.push({ testId: base.tests[at] as number, base: rowAt(base, at), head: null })
    return at
  }
  let inBase = 0
  for (const [inHead, testId] of head.tests.entries()) {
    inBase = goneUpTo(testId, inBase)
    if (base.tests[inBase] !== testId) changed.push({ testId, base: null, head: rowAt(head, inHead) })
    else {
      if (isDifferent(base, inBase, head, inHead, tolerance))
        changed.push({ testId, base: rowAt(base, inBase), head: rowAt(head, inHead) })
      inBase++
    }
  }
  goneUpTo(Number.POSITIVE_INFINITY, inBase)
  return [...changed, ...gone]
}

function isDifferent(
  base: SideColumns,
  inBase: number,
  head: SideColumns,
  inHead: number,
  tolerance: Tolerance,
) {
  const [before, now] = [
    verdictOf(base.outcomes[inBase] as number),
    verdictOf(head.outcomes[inHead] as number),
  ]
  const [baseUs, headUs] = [base.durationsUs[inBase] as number, head.durationsUs[inHead] as number]
  return before !== now || isNews(now, baseUs, headUs, tolerance)
}
