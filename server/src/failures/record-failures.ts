import { sql } from 'kysely'
import type { LockedExecution } from '../executions/lock.ts'
import { encodeIds } from '../history/ran-set.ts'
import { lockProject } from '../projects/find-or-make.ts'
import { readBadOfLocked } from '../results/read-failed-or-flaky.ts'
import { type Db, insertColumns, isOneOf } from '../store/portable.ts'
import { VERDICT } from '../store/tables.ts'
import { MESSAGE_LENGTH, NO_ERROR, readOutside } from './read-failing.ts'

/** The number of reasons per statement, and of rows per write: each message may have kilobytes. */
const AT_ONCE = 5_000

/** A failed or flaky result, or an error outside any test. */
interface Occurrence {
  clusterId: number
  legId: number
  /** Null for an error outside any test. */
  result: { testId: number; isFailed: boolean } | null
}

/** Records the failures of a settling execution; `removeFailures` reverts it. */
export async function addFailures(db: Db, execution: LockedExecution): Promise<void> {
  if (execution.trust === 'fork') return
  const results = await readBadOfLocked(db, execution)
  const { errors, legOf } = await readOutside(db, execution.id)
  if (results.length === 0 && errors.length === 0) return
  await lockProject(db, execution.dialect, execution.project_id)
  const clusters = await clustersOf(db, execution, results, errors)
  const occurrences: Occurrence[] = []
  for (const { reason_id, part, test_id, verdict } of results)
    occurrences.push({
      clusterId: clusters.of(reason_id),
      legId: legOf.get(part) ?? 0,
      result: { testId: test_id, isFailed: verdict === VERDICT.failed },
    })
  for (const { reason_id, part } of errors)
    occurrences.push({ clusterId: clusters.of(reason_id), legId: legOf.get(part) ?? 0, result: null })
  occurrences.sort((a, b) => a.clusterId - b.clusterId)
  await writeRuns(db, execution, occurrences)
}

/** Finds or adds the cluster of each reason. No message leaves the database: together they may have 100 MiB. */
async function clustersOf(
  db: Db,
  { dialect, project_id }: LockedExecution,
  results: { reason_id: number | null }[],
  errors: { reason_id: number }[],
) {
  const wanted = new Set<number>()
  let withoutError = false
  for (const { reason_id } of results)
    if (reason_id === null) withoutError = true
    else wanted.add(reason_id)
  for (const { reason_id } of errors) wanted.add(reason_id)
  const ids = Float64Array.from(wanted).sort()
  const known = new Map<number, number>()
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const page = [...ids.subarray(at, at + AT_ONCE)]
    await sql`
      insert into failure_cluster (project_id, fingerprint, message)
      select ${sql.lit(project_id)}, fingerprint, substr(message, 1, ${sql.lit(MESSAGE_LENGTH)}) from reason
      where id in (
        select min(id) from reason where ${isOneOf(dialect, 'id', page)} and kind = 'error' group by fingerprint)
      order by fingerprint
      on conflict do nothing`.execute(db)
    const rows = await db
      .selectFrom('reason')
      .innerJoin('failure_cluster', 'failure_cluster.fingerprint', 'reason.fingerprint')
      .select(['reason.id', 'failure_cluster.id as cluster_id'])
      .where('failure_cluster.project_id', '=', project_id)
      .where(isOneOf(dialect, 'reason.id', page))
      // The reason of a flaky result may be one for a skip.
      .where('reason.kind', '=', 'error')
      .execute()
    for (const row of rows) known.set(row.id, row.cluster_id)
  }
  if (known.size < wanted.size) withoutError = true
  const none = withoutError ? await clusterWithoutError(db, project_id) : 0
  return { of: (reason: number | null) => known.get(reason ?? 0) ?? none }
}

async function clusterWithoutError(db: Db, projectId: number): Promise<number> {
  await db
    .insertInto('failure_cluster')
    .values({ project_id: projectId, fingerprint: NO_ERROR, message: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await db
    .selectFrom('failure_cluster')
    .select('id')
    .where('project_id', '=', projectId)
    .where('fingerprint', '=', NO_ERROR)
    .executeTakeFirstOrThrow()
  return id
}

/** One row for each cluster; `occurrences` are in the order of their clusters. */
async function writeRuns(db: Db, execution: LockedExecution, occurrences: Occurrence[]): Promise<void> {
  const rows: ReturnType<typeof runOf>[] = []
  const write = async () => {
    await insertColumns(db, execution.dialect, 'failure_run', {
      execution_id: execution.id,
      cluster_id: rows.map((row) => row.clusterId),
      started_at: execution.started_at,
      failed: rows.map((row) => row.failed),
      flaky: rows.map((row) => row.flaky),
      errors: rows.map((row) => row.errors),
      tests: rows.map((row) => row.tests),
      test_ids: rows.map((row) => row.testIds),
      legs: rows.map((row) => row.legs),
    })
    rows.length = 0
  }
  for (let at = 0; at < occurrences.length; ) {
    const { clusterId } = occurrences[at] as Occurrence
    let end = at + 1
    while (occurrences[end]?.clusterId === clusterId) end++
    rows.push(runOf(clusterId, occurrences.slice(at, end)))
    at = end
    if (rows.length === AT_ONCE) await write()
  }
  await write()
}

function runOf(clusterId: number, occurrences: Occurrence[]) {
  const results = occurrences.flatMap(({ result }) => result ?? [])
  const failed = results.filter(({ isFailed }) => isFailed).length
  const testIds = [...new Set(results.map(({ testId }) => testId))]
  const legIds = [...new Set(occurrences.map(({ legId }) => legId))]
  return {
    clusterId,
    failed,
    flaky: results.length - failed,
    errors: occurrences.length - results.length,
    tests: testIds.length,
    testIds: encodeIds(testIds),
    legs: legIds.sort((a, b) => a - b).join(' '),
  }
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
