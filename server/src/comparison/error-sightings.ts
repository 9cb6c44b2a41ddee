import { sql } from 'kysely'
import { TIMED_OUT } from '../executions/error-sign.ts'
import type { ExecutionRow } from '../executions/summary.ts'
import type { Store } from '../store/open.ts'
import { isOneOf } from '../store/portable.ts'
import { RUN_COLUMNS, type Run } from './outcomes.ts'
import { windowOf } from './sightings.ts'

const MOST_ROWS = 1_000

/**
 * Runs of other branches in which any test failed with one of these errors and then passed, newest first, by
 * fingerprint. Timeouts are left out: that something else hung says nothing of this test.
 */
export async function readErrorSightings(
  store: Store,
  head: ExecutionRow,
  until: number,
  fingerprints: string[],
): Promise<Map<string, Run[]>> {
  if (fingerprints.length === 0) return new Map()
  const rows = await store.read
    .selectFrom('failure_cluster')
    .innerJoin('failure_run', 'failure_run.cluster_id', 'failure_cluster.id')
    .innerJoin('execution', 'execution.id', 'failure_run.execution_id')
    .select(RUN_COLUMNS)
    .select(['fingerprint', 'failure_cluster.message as said'])
    .where('failure_cluster.project_id', '=', head.project_id)
    .where(isOneOf(store.dialect, 'fingerprint', [...new Set(fingerprints)]))
    .where('failure_run.started_at', '>=', windowOf(until).from)
    .where('failure_run.started_at', '<', until)
    .where('failure_run.flaky', '>', 0)
    .where('execution.counted', '=', 1)
    .where('execution.suite', '=', head.suite)
    .where(sql<string>`coalesce(execution.branch, '')`, '<>', head.branch ?? '')
    .orderBy('failure_run.started_at', 'desc')
    .limit(MOST_ROWS)
    .execute()
  const certain = rows.filter(({ said }) => !TIMED_OUT.test(said))
  return Map.groupBy(certain, (row) => row.fingerprint)
}
