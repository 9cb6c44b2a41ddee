import type { Store } from '../../../ground/store/open.ts'
import { isChanged } from '../../../results/results/is-changed.ts'
import { type PassedUs, readChanged, type SidePair } from '../../../results/results/read-changed.ts'
import { readFailed } from '../../../results/results/read-failed.ts'
import type { BothSides, Side } from '../../../results/results/side.ts'
import type { Run } from '../evidence/outcomes.ts'

/** If the head took longer than the base by this factor, the test's history is checked. */
const WORTH_A_LOOK = { ratio: 1.1, floorUs: 20_000 }
/** A value that no duration reaches. */
const ANY_DURATION = { ratio: 1, floorUs: Number.MAX_SAFE_INTEGER }

export interface Pair extends BothSides {
  /** The head's leg. */
  legId: number
  /** The test of the base's result, if that is another test of the same name. */
  baseTestId?: number
  /** The run of the base's result, if the base itself did not run the test. */
  baseRun?: Run
  /** True if the base's code lacks the test, and its result is of another state of the branch. */
  isAbsent?: true
  /** True if the base branch lost the test after the base. */
  isGoneOnBase?: true
  /** True if the base lists the test but did not run it: a hook failed, or the run was cut off or filtered. */
  isUnrunOnBase?: true
}

/** Two legs that are compared. */
export interface LegSides extends SidePair {
  /** The head's leg. */
  legId: number
}

export interface LegChanges extends LegSides {
  pairs: Pair[]
  passedUs: PassedUs | null
}

/** True if the base's code lacks the test. */
export const isNotInBase = ({ base, isAbsent }: Pair): boolean => base === null || isAbsent === true

/** True for a pair that `readChanges` would return. */
export const isWorthALook = (pair: Pair): boolean => isChanged(pair, WORTH_A_LOOK)

/**
 * The tests of each leg that differ between two executions, fail in the head, or, with `timings`,
 * took suspiciously longer or shorter.
 */
export async function readChanges(
  store: Store,
  legs: LegSides[],
  { timings }: { timings: boolean },
): Promise<LegChanges[]> {
  const all = await readChanged(store, legs, timings ? WORTH_A_LOOK : ANY_DURATION)
  return legs.map((leg, i) => {
    const { changed, passedUs } = all[i] as (typeof all)[number]
    return { ...leg, passedUs, pairs: changed.map((both) => ({ ...both, legId: leg.legId })) }
  })
}

/** Failed tests of legs that the base did not run. */
export async function readFailures(store: Store, legs: { legId: number; head: Side }[]): Promise<Pair[]> {
  const all = await readFailed(
    store,
    legs.map(({ head }) => head),
  )
  return legs.flatMap(({ legId }, i) =>
    [...(all[i] ?? [])].map(([testId, head]) => ({ testId, legId, base: null, head })),
  )
}
