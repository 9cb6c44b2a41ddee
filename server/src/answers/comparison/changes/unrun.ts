import type { SkipKind } from '@svc/protocol'
import type { Store } from '../../../ground/store/open.ts'
import { VERDICT } from '../../../ground/store/tables.ts'
import type { SideRow } from '../../../results/results/side.ts'
import type { Pair } from './read-changes.ts'
import { readSkips } from './read-reasons.ts'

/** Whether the run, and not the author of the test, decided that the test did not run. */
export const IS_UNRUN: Record<SkipKind, boolean> = {
  skip: false,
  todo: false,
  hook: true,
  filtered: true,
  interrupted: true,
}

/** The pairs, without results of the base for tests that the base lists but did not run. */
export async function withoutUnrun(store: Store, pairs: Pair[]): Promise<Pair[]> {
  const isSkipped = (side: SideRow | null) => side?.verdict === VERDICT.skipped && side.reasonId !== null
  const listed = pairs.filter(({ base, head }) => head !== null && isSkipped(base))
  const skips = await readSkips(store, [...new Set(listed.map(({ base }) => base?.reasonId as number))])
  const unrun = new Set(
    listed.filter(({ base }) => {
      const skip = skips.get(base?.reasonId as number)
      return skip !== undefined && IS_UNRUN[skip.kind]
    }),
  )
  return pairs.map((pair) => (unrun.has(pair) ? { ...pair, base: null, isUnrunOnBase: true } : pair))
}
