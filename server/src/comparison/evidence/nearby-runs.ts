import { sql } from 'kysely'
import type { ExecutionRow } from '../../executions/execution-row.ts'
import type { Store } from '../../store/open.ts'
import { RUN_COLUMNS, type Run } from './outcomes.ts'

/** Runs of other branches within this time count as "at the same time", milliseconds. */
const SAME_TIME_MS = 3_600_000
/** A queue and its pull requests may have this many runs of one change. */
const MOST_FOUND = 100

/** A run of another branch at the same time, failed or not. */
export interface NearbyRun extends Run {
  failed: number
}

/** Runs of other branches within that hour, the nearest first; some may be of the same change. */
export const findNearby = (store: Store, head: ExecutionRow): Promise<NearbyRun[]> =>
  store.read
    .selectFrom('execution')
    .select(RUN_COLUMNS)
    .select('execution.failed')
    .where('project_id', '=', head.project_id)
    .where('trust', '=', head.trust === 'local' ? 'local' : 'ci')
    .where('started_at', '>=', head.started_at - SAME_TIME_MS)
    .where('started_at', '<=', (head.ended_at ?? head.started_at) + SAME_TIME_MS)
    .where((eb) => eb.or([eb('branch', 'is', null), eb('branch', '<>', head.branch ?? '')]))
    .where((eb) => eb.or([eb('failed', '>', 0), eb('passed', '>', 0)]))
    .where('results_removed_at', 'is', null)
    .where('id', '<>', head.id)
    .orderBy(sql`abs(started_at - ${head.started_at})`)
    .orderBy('id', 'desc')
    .limit(MOST_FOUND)
    .execute()
