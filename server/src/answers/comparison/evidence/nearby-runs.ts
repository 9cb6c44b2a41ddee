import { sql } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { latestParts, PLACE_COLUMNS } from '../../../results/executions/latest-parts.ts'
import { RUN_COLUMNS, type Run } from './outcomes.ts'

/** Runs of other branches within this time count as "at the same time", milliseconds. */
const SAME_TIME_MS = 3_600_000
/** If a run began longer ago, none of its parts are read, even if it was re-run meanwhile. */
const OLDEST_MS = 86_400_000
/** The maximum number of runs of one change in a merge queue and its pull requests. */
const MOST_FOUND = 100

/** A run of another branch at the same time, failed or not; its times are those of its part at that time. */
export interface NearbyRun extends Run {
  failed: number
  ended_at: number
}

/** The time in which a part ran, milliseconds since the epoch. */
interface Span {
  from: number
  to: number
}

/**
 * Runs of other branches within that hour, the nearest first; some may be of the same change. Only times in
 * which parts ran count: hours between a run and its re-run do not.
 */
export async function findNearby(store: Store, head: ExecutionRow): Promise<NearbyRun[]> {
  const times = await failedSpans(store, head)
  const nearest = new Map<number, NearbyRun & { distance: number }>()
  for (const run of (await Promise.all(times.map((time) => readAround(store, head, time)))).flat())
    if (run.distance < (nearest.get(run.id)?.distance ?? Number.POSITIVE_INFINITY)) nearest.set(run.id, run)
  return [...nearest.values()]
    .sort((one, other) => one.distance - other.distance || other.id - one.id)
    .slice(0, MOST_FOUND)
}

/** When the failed parts of the head ran; when all of its parts ran if none of them failed. */
async function failedSpans(store: Store, head: ExecutionRow): Promise<Span[]> {
  const rows = await store.read
    .selectFrom('part')
    .select(PLACE_COLUMNS)
    .select(['outcome', 'started_at', 'ended_at', 'last_seen_at'])
    .where('execution_id', '=', head.id)
    .execute()
  const parts = latestParts(rows)
  const failed = parts.filter(({ outcome }) => outcome !== 'passed')
  return joined((failed.length > 0 ? failed : parts).map(spanOf))
}

interface PartTimes {
  started_at: number
  ended_at: number | null
  last_seen_at: number
}

const spanOf = ({ started_at, ended_at, last_seen_at }: PartTimes): Span => ({
  from: started_at,
  to: Math.max(started_at, ended_at ?? last_seen_at),
})

/** Merges time spans that are close together. */
function joined(spans: Span[]): Span[] {
  const all: Span[] = []
  for (const { from, to } of spans.sort((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (last && from <= last.to + SAME_TIME_MS) last.to = Math.max(last.to, to)
    else all.push({ from, to })
  }
  return all
}

/** Runs of other branches with a part at this time, each as of its nearest part. */
async function readAround(store: Store, head: ExecutionRow, time: Span) {
  const runs = await store.read
    .selectFrom('execution')
    .select(RUN_COLUMNS)
    .select('execution.failed')
    .where('project_id', '=', head.project_id)
    .where('trust', '=', head.trust === 'local' ? 'local' : 'ci')
    .where('started_at', '>=', time.from - OLDEST_MS)
    .where('started_at', '<=', time.to + SAME_TIME_MS)
    .where((eb) => eb(eb.fn.coalesce('ended_at', 'last_seen_at'), '>=', time.from - SAME_TIME_MS))
    .where((eb) => eb.or([eb('branch', 'is', null), eb('branch', '<>', head.branch ?? '')]))
    .where((eb) => eb.or([eb('failed', '>', 0), eb('passed', '>', 0)]))
    .where('results_removed_at', 'is', null)
    .where('id', '<>', head.id)
    .orderBy(sql`abs(started_at - ${time.from})`)
    .orderBy('id', 'desc')
    .limit(MOST_FOUND)
    .execute()
  const parts = await readParts(
    store,
    runs.map((run) => run.id),
  )
  return runs.flatMap((run) => {
    const [nearest] = (parts.get(run.id) ?? [])
      .map(spanOf)
      .filter(({ from, to }) => from <= time.to + SAME_TIME_MS && to >= time.from - SAME_TIME_MS)
      .map(({ from, to }) => ({ from, to, distance: Math.abs(from - time.from) }))
      .sort((one, other) => one.distance - other.distance)
    if (!nearest) return []
    return [{ ...run, started_at: nearest.from, ended_at: nearest.to, distance: nearest.distance }]
  })
}

async function readParts(store: Store, ids: number[]): Promise<Map<number, PartTimes[]>> {
  if (ids.length === 0) return new Map()
  const rows = await store.read
    .selectFrom('part')
    .select(['execution_id', 'started_at', 'ended_at', 'last_seen_at'])
    .where(isOneOf(store.dialect, 'execution_id', ids))
    .execute()
  return Map.groupBy(rows, (row) => row.execution_id)
}
