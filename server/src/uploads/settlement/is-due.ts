import type { SettleTimes } from '../../ground/kernel/context.ts'
import type { ExecutionStateName } from '../../ground/store/tables.ts'
import { countMissingShards, type PartPlace } from '../../results/executions/latest-parts.ts'

/** `requested`: a caller declared the execution complete. */
export type Rule = 'quiet' | 'requested'

/** A declared end needs no quiet period; the server still waits for missing parts. */
export const ASKED = { settleAfterMs: 0, incompleteAfterMs: Number.POSITIVE_INFINITY }

/**
 * When to settle an execution: `quiet` after its quiet period, `requested` without one, and `over` also if shards are
 * absent, because all jobs have ended.
 */
type SettleRule = 'quiet' | 'requested' | 'over'

export interface SettleOrder {
  executionId: number
  /** The organization whose turn it takes; 0 for the server's own work. */
  organizationId: number
  rule: SettleRule
  now: number
}

interface Waiting {
  state: ExecutionStateName
  solitary: number
  last_seen_at: number
}

/** True if an execution settles now: no part is open, and neither the quiet period nor the wait for declared shards is left. */
export function isDue(
  { state, solitary, last_seen_at }: Waiting,
  parts: (PartPlace & { state: string })[],
  { settleAfterMs, incompleteAfterMs }: SettleTimes,
  now: number,
  rule: Rule,
): boolean {
  if (state !== 'running' || parts.some((part) => part.state === 'open')) return false
  const quietMs = now - last_seen_at
  const isQuiet = solitary === 1 || rule === 'requested' || quietMs >= settleAfterMs
  return isQuiet && (countMissingShards(parts) === 0 || quietMs >= incompleteAfterMs)
}
