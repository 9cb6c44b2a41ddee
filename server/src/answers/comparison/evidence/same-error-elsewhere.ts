import { sql } from 'kysely'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { ExecutionRow } from '../../../results/executions/execution-row.ts'
import { hasSettled } from '../../../results/executions/has-settled.ts'
import { TIMED_OUT } from '../../../results/results/error-sign.ts'
import { windowOf } from './earlier-failures.ts'
import { type Run, readRuns } from './outcomes.ts'

const MOST_ROWS = 1_000

/** Runs of other branches in which any test had one of these errors, newest first, by fingerprint. */
export interface SameErrorElsewhere {
  /**
   * A test failed with it and then passed. Excludes timeouts, because a hang elsewhere says nothing
   * about this test.
   */
  flaked: Map<string, Run[]>
  all: Map<string, Run[]>
}

/** Other occurrences of these errors in the days before `until`. */
export async function readSameErrorElsewhere(
  store: Store,
  head: ExecutionRow,
  until: number,
  fingerprints: string[],
): Promise<SameErrorElsewhere> {
  if (fingerprints.length === 0) return { flaked: new Map(), all: new Map() }
  const rows = await store.read
    .selectFrom('failure_cluster')
    .innerJoin('failure_run', 'failure_run.cluster_id', 'failure_cluster.id')
    .innerJoin('execution', 'execution.id', 'failure_run.execution_id')
    .select(['failure_run.cluster_id', 'failure_run.execution_id', 'failure_run.flaky'])
    .where('failure_cluster.project_id', '=', head.project_id)
    .where(isOneOf(store.dialect, 'fingerprint', [...new Set(fingerprints)]))
    .where('failure_run.started_at', '>=', windowOf(until).from)
    .where('failure_run.started_at', '<', until)
    .where('execution.counted', '=', 1)
    .where(hasSettled)
    .where('execution.suite', '=', head.suite)
    .where(sql<string>`coalesce(execution.branch, '')`, '<>', head.branch ?? '')
    // A branch that stays broken has many failures, which must not hide a flake.
    .orderBy(sql`case when failure_run.flaky > 0 then 0 else 1 end`)
    .orderBy('failure_run.started_at', 'desc')
    .limit(MOST_ROWS)
    .execute()
  const [runs, clusters] = await Promise.all([
    readRuns(
      store,
      rows.map((row) => row.execution_id),
    ),
    readClusters(
      store,
      rows.map((row) => row.cluster_id),
    ),
  ])
  const seen: SameErrorElsewhere = { flaked: new Map(), all: new Map() }
  for (const { cluster_id, execution_id, flaky } of rows) {
    const [cluster, run] = [clusters.get(cluster_id), runs.get(execution_id)]
    // Deleted meanwhile.
    if (!cluster || !run) continue
    put(seen.all, cluster.fingerprint, run)
    if (flaky > 0 && !cluster.isTimeout) put(seen.flaked, cluster.fingerprint, run)
  }
  return seen
}

async function readClusters(store: Store, ids: number[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await store.read
    .selectFrom('failure_cluster')
    .select(['id', 'fingerprint', 'message'])
    .where(isOneOf(store.dialect, 'id', [...new Set(ids)]))
    .execute()
  return new Map(
    rows.map(({ id, fingerprint, message }) => [id, { fingerprint, isTimeout: TIMED_OUT.test(message) }]),
  )
}

function put(runs: Map<string, Run[]>, fingerprint: string, run: Run): void {
  const known = runs.get(fingerprint)
  if (known) known.push(run)
  else runs.set(fingerprint, [run])
}
