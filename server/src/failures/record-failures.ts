import { sql } from 'kysely'
import { latestParts, PLACE_COLUMNS } from '../executions/latest-parts.ts'
import type { LockedExecution } from '../executions/lock.ts'
import { encodeRanSet } from '../history/ran-set.ts'
import { lockProject } from '../projects/find-or-make.ts'
import { type FailedOrFlaky, readBadOfLocked } from '../results/read-failed-or-flaky.ts'
import { type Db, type Dialect, insertColumns, isOneOf } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'

/** Replaces the fingerprint of a failure without an error. */
const NO_ERROR = 'none'
/** The number of characters of a message in a list of clusters. */
const MESSAGE_LENGTH = 2_000
const ROWS_AT_ONCE = 100

/** All failures of one kind in one execution. */
export interface Failing {
  message: string
  /** Results, of all legs. */
  failed: number
  flaky: number
  /** Errors outside any test. */
  errors: number
  testIds: Set<number>
  legIds: Set<number>
}

/** The failures of an execution by their fingerprint; `results` are its failed and flaky ones. */
export async function readFailing(
  db: Db,
  dialect: Dialect,
  executionId: number,
  results: FailedOrFlaky[],
): Promise<Map<string, Failing>> {
  const parts = await db
    .selectFrom('part')
    .select(['number', ...PLACE_COLUMNS])
    .where('execution_id', '=', executionId)
    .execute()
  const latest = new Set(latestParts(parts).map((part) => part.number))
  const outside = await db
    .selectFrom('part_error')
    .select(['part', 'reason_id'])
    .where('execution_id', '=', executionId)
    .execute()
  const errors = outside.filter((error) => latest.has(error.part))
  const legOf = new Map(parts.map((part) => [part.number, part.leg_id]))
  const reasons = await readReasons(db, dialect, [...results, ...errors])
  const clusters = new Map<string, Failing>()
  const clusterOf = ({ reason_id, part }: { reason_id: number | null; part: number }) => {
    const { fingerprint, message } = reasons.get(reason_id ?? 0) ?? { fingerprint: NO_ERROR, message: '' }
    const known = clusters.get(fingerprint)
    const cluster = known ?? newCluster(message)
    if (!known) clusters.set(fingerprint, cluster)
    cluster.legIds.add(legOf.get(part) ?? 0)
    return cluster
  }
  for (const row of results) {
    const cluster = clusterOf(row)
    cluster[row.verdict === VERDICT.failed ? 'failed' : 'flaky']++
    cluster.testIds.add(row.test_id)
  }
  for (const error of errors) clusterOf(error).errors++
  return clusters
}

const newCluster = (message: string): Failing => ({
  message,
  failed: 0,
  flaky: 0,
  errors: 0,
  testIds: new Set(),
  legIds: new Set(),
})

async function readReasons(db: Db, dialect: Dialect, of: { reason_id: number | null }[]) {
  const ids = [...new Set(of.map((row) => row.reason_id).filter((id) => id !== null))]
  if (ids.length === 0) return new Map<number, { fingerprint: string; message: string }>()
  const rows = await db
    .selectFrom('reason')
    .select(['id', 'fingerprint'])
    .select(sql<string>`substr(message, 1, ${sql.lit(MESSAGE_LENGTH)})`.as('message'))
    .where(isOneOf(dialect, 'id', ids))
    // The reason of a flaky result may be one for a skip.
    .where('kind', '=', 'error')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** Records the failures of a settling execution; `removeFailures` reverts it. */
export async function addFailures(db: Db, execution: LockedExecution): Promise<void> {
  if (execution.trust === 'fork') return
  const { dialect, project_id } = execution
  const failing = await readFailing(db, dialect, execution.id, await readBadOfLocked(db, execution))
  if (failing.size === 0) return
  await lockProject(db, dialect, project_id)
  const ids = await clusterIds(db, dialect, project_id, failing)
  const rows = [...failing].map(([fingerprint, { failed, flaky, errors, testIds, legIds }]) => ({
    execution_id: execution.id,
    cluster_id: ids.get(fingerprint) as number,
    started_at: execution.started_at,
    failed,
    flaky,
    errors,
    tests: testIds.size,
    test_ids: encodeRanSet([...testIds]).data,
    legs: [...legIds].sort((a, b) => a - b).join(' '),
  }))
  rows.sort((a, b) => a.cluster_id - b.cluster_id)
  for (let index = 0; index < rows.length; index += ROWS_AT_ONCE)
    await db
      .insertInto('failure_run')
      .values(rows.slice(index, index + ROWS_AT_ONCE))
      .execute()
}

async function clusterIds(db: Db, dialect: Dialect, projectId: number, failing: Map<string, Failing>) {
  const fingerprints = [...failing.keys()].sort()
  await insertColumns(
    db,
    dialect,
    'failure_cluster',
    {
      project_id: projectId,
      fingerprint: fingerprints,
      message: fingerprints.map((fingerprint) => failing.get(fingerprint)?.message ?? ''),
    },
    'on conflict do nothing',
  )
  const rows = await db
    .selectFrom('failure_cluster')
    .select(['id', 'fingerprint'])
    .where('project_id', '=', projectId)
    .where(isOneOf(dialect, 'fingerprint', fingerprints))
    .execute()
  return new Map(rows.map((row) => [row.fingerprint, row.id]))
}

/** Reverts `addFailures`; removes clusters without another occurrence. */
export async function removeFailures(
  db: Db,
  { id, dialect }: Pick<LockedExecution, 'id' | 'dialect'>,
): Promise<void> {
  const removed = await db
    .deleteFrom('failure_run')
    .where('execution_id', '=', id)
    .returning('cluster_id')
    .execute()
  if (removed.length === 0) return
  await db
    .deleteFrom('failure_cluster')
    .where(
      isOneOf(
        dialect,
        'id',
        removed.map((row) => row.cluster_id),
      ),
    )
    .where('first_seen_at', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('failure_run')
            .select('failure_run.cluster_id')
            .whereRef('failure_run.cluster_id', '=', 'failure_cluster.id'),
        ),
      ),
    )
    .execute()
}

/** For an execution that retention removes: its clusters keep the time of their first occurrence. */
export async function forgetFailures(db: Db, executionId: number): Promise<void> {
  await sql`
    update failure_cluster set
      first_seen_at = seen.started_at, first_branch = seen.branch, first_sha = seen.sha
    from (
      select failure_run.cluster_id, failure_run.started_at, execution.branch,
        coalesce(execution.head_sha, execution.tested_sha) as sha
      from failure_run join execution on execution.id = failure_run.execution_id
      where failure_run.execution_id = ${executionId}
    ) as seen
    where failure_cluster.id = seen.cluster_id
      and (failure_cluster.first_seen_at is null or failure_cluster.first_seen_at > seen.started_at)`.execute(
    db,
  )
  await db.deleteFrom('failure_run').where('execution_id', '=', executionId).execute()
}
