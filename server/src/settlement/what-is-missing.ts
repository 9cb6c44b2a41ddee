import type { ExecutionRow } from '../executions/execution-row.ts'
import type { SettleTimes } from '../kernel/context.ts'
import type { Store } from '../store/open.ts'
import { type MissingPart, missingParts } from './missing-parts.ts'
import { type OwnMissing, ownMissing } from './waiting-for.ts'

/** What has not come of an execution. */
export interface Missing {
  /** While it runs: what it waits for, in words. */
  waitingFor: string[]
  /** Once it settled: what did not come, in words. */
  missing: string[]
  /** When it settles if nothing more comes, milliseconds since the epoch; null once it settled. */
  settlesAt: number | null
  /** Parts of the base that it has nothing in place of. */
  parts: MissingPart[]
}

/** The reason to wait if no part is missing. */
const SILENCE = ['the end of the quiet period, or a declaration that the run is complete']

/** What has not come of an execution: by its own word, and beside the parts of its base. */
export async function whatIsMissing(
  { store, times }: { store: Store; times: SettleTimes },
  head: ExecutionRow,
  base: ExecutionRow | null,
): Promise<Missing> {
  const [own, parts] = await Promise.all([ownMissing(store, head.id), missingParts(store, head, base)])
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

/** True if all has come that a running execution is known to lack. */
export const isComplete = ({ waitingFor }: Missing): boolean => waitingFor === SILENCE

/** As `settle` and `settleDue` do it. */
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
