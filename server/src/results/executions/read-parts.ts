import { iso } from '../../ground/kernel/time.ts'
import type { Store } from '../../ground/store/open.ts'
import { orderOf } from './latest-parts.ts'

export interface PartInfo {
  legId: number
  leg: string
  runAttempt: number
  /** Higher for a later attempt; see `orderOf`. */
  order: number
  startedAt: number
}

/** The parts of an execution, for people and for `results`. */
export async function readParts(store: Store, executionId: number) {
  const rows = await store.read
    .selectFrom('part')
    .innerJoin('leg', 'leg.id', 'part.leg_id')
    .selectAll('part')
    .select('leg.name')
    .where('execution_id', '=', executionId)
    .orderBy('number')
    .execute()
  const infos = new Map<number, PartInfo>(
    rows.map((row) => [
      row.number,
      {
        legId: row.leg_id,
        leg: row.name,
        runAttempt: row.run_attempt,
        order: orderOf(row),
        startedAt: row.started_at,
      },
    ]),
  )
  const parts = rows.map((row) => ({
    ...(JSON.parse(row.facts) as Record<string, unknown>),
    number: row.number,
    journal: row.journal,
    job: row.job,
    package: row.package,
    config: row.config,
    leg: row.name,
    shard:
      row.shard_index === null || row.shard_total === null
        ? null
        : { index: row.shard_index, total: row.shard_total },
    runAttempt: row.run_attempt,
    attempt: row.attempt,
    state: row.state,
    outcome: row.outcome,
    startedAt: iso(row.started_at),
    endedAt: row.ended_at === null ? null : iso(row.ended_at),
    durationMs: row.duration_ms,
    clockSkewMs: row.clock_skew_ms,
    truncated: row.truncated,
    redacted: row.redacted,
    unfinished: row.unfinished,
  }))
  return { parts, infos }
}
