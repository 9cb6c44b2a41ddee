import type { Store } from '../store/open.ts'
import { latestParts, PLACE_COLUMNS } from './latest-parts.ts'
import { readStored } from './stored-reason.ts'
import { iso } from './summary.ts'

export interface DetailedPart {
  number: number
  job: string
  package: string
  config: string
  leg: string
  shard: { index: number; total: number } | null
  runAttempt: number
  state: 'open' | 'ended' | 'lost'
  outcome: string | null
  startedAt: string
  endedAt: string | null
  durationMs: number | null
  clockSkewMs: number
  truncated: number
  redacted: number
  [fact: string]: unknown
}

export interface PartInfo {
  legId: number
  leg: string
  runAttempt: number
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
      { legId: row.leg_id, leg: row.name, runAttempt: row.run_attempt, startedAt: row.started_at },
    ]),
  )
  const parts = rows.map(
    (row): DetailedPart => ({
      ...JSON.parse(row.facts),
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
      state: row.state,
      outcome: row.outcome,
      startedAt: iso(row.started_at),
      endedAt: row.ended_at === null ? null : iso(row.ended_at),
      durationMs: row.duration_ms,
      clockSkewMs: row.clock_skew_ms,
      truncated: row.truncated,
      redacted: row.redacted,
    }),
  )
  return { parts, infos }
}

/** Failures outside any test, each with the file it belongs to where there is one. */
export async function readErrors(store: Store, executionId: number) {
  const rows = await store.read
    .selectFrom('part_error')
    .innerJoin('reason', 'reason.id', 'part_error.reason_id')
    .select(['part_error.part', 'part_error.file', 'reason.message', 'reason.detail', 'reason.fingerprint'])
    .where('part_error.execution_id', '=', executionId)
    .orderBy('part_error.part')
    .orderBy('part_error.number')
    .execute()
  if (rows.length === 0) return []
  const parts = await store.read
    .selectFrom('part')
    .select(['number', ...PLACE_COLUMNS])
    .where('execution_id', '=', executionId)
    .execute()
  const latest = new Set(latestParts(parts).map((part) => part.number))
  return rows.map((row) => ({
    part: row.part,
    file: row.file,
    fingerprint: row.fingerprint,
    /** True where the part was run again, so that this no longer holds. */
    superseded: !latest.has(row.part),
    failure: readStored({ kind: 'error', message: row.message, detail: row.detail }),
  }))
}
