import type { SettleTimes } from '../../ground/kernel/context.ts'
import type { Store } from '../../ground/store/open.ts'
import type { ExecutionRow } from '../../results/executions/execution-row.ts'
import { type MissingPart, missingParts } from './missing-parts.ts'
import { type OwnMissing, ownMissing } from './own-missing.ts'
import { withoutUnselected } from './unselected-packages.ts'

/** The missing parts of an execution. */
export interface Missing {
  /** While it runs: the parts that it waits for, in words. */
  waitingFor: string[]
  /** Once it has settled: the parts that did not arrive, in words. */
  missing: string[]
  /** When it settles if nothing more arrives, milliseconds since the epoch; null once it has settled. */
  settlesAt: number | null
  /** Parts of the base without a counterpart in it. */
  parts: MissingPart[]
}

/** The reason to wait although no part is missing. */
const SILENCE = ['the end of the quiet period, or a declaration that the run is complete']

/** The missing parts of an execution: those that it declared, and those that its base had. */
export async function whatIsMissing(
  { store, times }: { store: Store; times: SettleTimes },
  head: ExecutionRow,
  base: ExecutionRow | null,
): Promise<Missing> {
  const [own, parts] = await Promise.all([
    ownMissing(store, head.id),
    missingParts(store, head, base).then((missing) => withoutUnselected(store, head, missing)),
  ])
  const ofBase = [...new Set(parts.map(({ place }) => `${place}, which the base has`))]
  if (head.state !== 'running')
    return { waitingFor: [], missing: [...own.lost, ...ofBase], settlesAt: null, parts }
  const waitingFor = [...own.awaited, ...ofBase]
  return {
    waitingFor: waitingFor.length > 0 ? waitingFor : SILENCE,
    missing: [],
    settlesAt: settlesAt(head, own, times),
    parts,
  }
}

/** True if a running execution has all the parts that it is known to need. */
export const isComplete = ({ waitingFor }: Missing): boolean => waitingFor === SILENCE

/** Applies the same rule as `settle` and `settleDue`. */
function settlesAt(
  { last_seen_at }: ExecutionRow,
  { openSince, lacksShards }: OwnMissing,
  { settleAfterMs, incompleteAfterMs }: SettleTimes,
): number {
  return Math.max(
    last_seen_at + settleAfterMs,
    lacksShards ? last_seen_at + incompleteAfterMs : 0,
    openSince === null ? 0 : openSince + incompleteAfterMs,
  )
}
