import { sql } from 'kysely'
import { type Db, type Dialect, insertColumns, isOneOf } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { lockProject } from '../../people/projects/find-or-make.ts'
import type { LockedExecution } from '../../results/executions/lock.ts'
import type { FailedOrFlaky } from '../../results/results/read-failed-or-flaky.ts'
import { encodeIds } from '../history/ran-set.ts'
import { MESSAGE_LENGTH, NO_ERROR, readOutside } from './read-failing.ts'

/** The number of reasons per statement, and of rows per write, because each message may have kilobytes. */
const AT_ONCE = 5_000

/** Failed and flaky results, and errors outside any test. */
export interface Failed {
  results: FailedOrFlaky[]
  errors: { reason_id: number; part: number }[]
  legOf: ReadonlyMap<number, number>
}

/** The failures of an execution, whose failed and flaky results are `results`. */
export const readFailed = async (db: Db, executionId: number, results: FailedOrFlaky[]): Promise<Failed> => ({
  results,
  ...(await readOutside(db, executionId)),
})

/** Records failures of a settling execution, all of a cluster at once; `removeFailures` reverts it. */
export async function addFailures(
  db: Db,
  execution: LockedExecution,
  { results, errors, legOf }: Failed,
): Promise<void> {
  if (execution.trust === 'fork') return
  if (results.length === 0 && errors.length === 0) return
  await lockProject(db, execution.dialect, execution.project_id)
  const clusters = await clustersOf(db, execution, results, errors)
  const occurrences = { clusters: [], legs: [], tests: [], verdicts: [] }
  for (const { reason_id, part, test_id, verdict } of results)
    addOccurrence(occurrences, clusters.of(reason_id), legOf.get(part) ?? 0, test_id, verdict)
  for (const { reason_id, part } of errors)
    addOccurrence(occurrences, clusters.of(reason_id), legOf.get(part) ?? 0, OUTSIDE, OUTSIDE)
  await writeRuns(db, execution, occurrences)
}

/** Failed or flaky results, and errors outside any test, as columns: there may be hundreds of thousands. */
interface Occurrences {
  clusters: number[]
  legs: number[]
  /** `OUTSIDE` for an error outside any test. */
  tests: number[]
  verdicts: number[]
}

const OUTSIDE = 0

function addOccurrence(to: Occurrences, cluster: number, leg: number, test: number, verdict: number): void {
  to.clusters.push(cluster)
  to.legs.push(leg)
  to.tests.push(test)
  to.verdicts.push(verdict)
}

/**
 * Finds or adds the cluster of each reason. No message leaves the database: together they may have
 * 100 MiB.
 */
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
    const reasons = await readClustered(db, dialect, project_id, page)
    const added = await addClusters(
      db,
      dialect,
      project_id,
      reasons.filter((row) => row.cluster_id === null),
    )
    for (const { id, fingerprint, cluster_id } of reasons)
      known.set(id, cluster_id ?? (added.get(fingerprint) as number))
  }
  if (known.size < wanted.size) withoutError = true
  const none = withoutError ? await clusterWithoutError(db, project_id) : 0
  return { of: (reason: number | null) => known.get(reason ?? 0) ?? none }
}

/** These reasons, except reasons for skips, each with its cluster if the project already has it. */
const readClustered = (db: Db, dialect: Dialect, projectId: number, ids: number[]) =>
  db
    .selectFrom('reason')
    .select(['reason.id', 'reason.fingerprint'])
    // A value: Postgres would compare each reason with all clusters of a project that has no statistics yet.
    .select((eb) =>
      eb
        .selectFrom('failure_cluster')
        .select('failure_cluster.id')
        .where('failure_cluster.project_id', '=', projectId)
        .whereRef('failure_cluster.fingerprint', '=', 'reason.fingerprint')
        .as('cluster_id'),
    )
    .where(isOneOf(dialect, 'reason.id', ids))
    // The reason of a flaky result may be the reason for a skip.
    .where('reason.kind', '=', 'error')
    .orderBy('reason.id')
    .execute()

/**
 * Adds the clusters of these reasons, each with the message of its first reason; returns ids by
 * fingerprint.
 */
async function addClusters(
  db: Db,
  dialect: Dialect,
  projectId: number,
  reasons: { id: number; fingerprint: string }[],
): Promise<Map<string, number>> {
  if (reasons.length === 0) return new Map()
  const firstOf = new Map<string, number>()
  for (const { id, fingerprint } of reasons) if (!firstOf.has(fingerprint)) firstOf.set(fingerprint, id)
  // The lock of the project prevents others from adding the same clusters.
  const { rows } = await sql<{ id: number; fingerprint: string }>`
    insert into failure_cluster (project_id, fingerprint, message)
    select ${sql.lit(projectId)}, fingerprint, substr(message, 1, ${sql.lit(MESSAGE_LENGTH)}) from reason
    where ${isOneOf(dialect, 'id', [...firstOf.values()])}
    order by fingerprint
    returning id, fingerprint`.execute(db)
  return new Map(rows.map((row) => [row.fingerprint, row.id]))
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

/** One row for each cluster. */
async function writeRuns(db: Db, execution: LockedExecution, occurrences: Occurrences): Promise<void> {
  const { clusters } = occurrences
  // Numbers sort without a comparison function: first the cluster, then the place.
  const order = Float64Array.from(clusters, (cluster, place) => cluster * clusters.length + place).sort()
  const placeAt = (at: number) => (order[at] as number) % clusters.length
  let rows = emptyRows()
  const write = async () => {
    const shared = { execution_id: execution.id, started_at: execution.started_at }
    await insertColumns(db, execution.dialect, 'failure_run', { ...shared, ...rows })
    rows = emptyRows()
  }
  for (let at = 0; at < order.length; ) {
    const cluster = clusters[placeAt(at)] as number
    const places: number[] = []
    for (; at < order.length && clusters[placeAt(at)] === cluster; at++) places.push(placeAt(at))
    addRow(rows, cluster, occurrences, places)
    if (rows.cluster_id.length === AT_ONCE) await write()
  }
  await write()
}

const emptyRows = () => ({
  cluster_id: [] as number[],
  failed: [] as number[],
  flaky: [] as number[],
  errors: [] as number[],
  tests: [] as number[],
  test_ids: [] as Buffer[],
  legs: [] as string[],
})

/** Adds the row of a cluster with these occurrences, nearly always a single one. */
function addRow(
  rows: ReturnType<typeof emptyRows>,
  cluster: number,
  { legs, tests, verdicts }: Occurrences,
  places: number[],
): void {
  let failed = 0
  let errors = 0
  const testIds: number[] = []
  for (const place of places) {
    const test = tests[place] as number
    if (test === OUTSIDE) errors++
    else testIds.push(test)
    if (verdicts[place] === VERDICT.failed) failed++
  }
  const ids = once(testIds)
  rows.cluster_id.push(cluster)
  rows.failed.push(failed)
  rows.flaky.push(places.length - errors - failed)
  rows.errors.push(errors)
  rows.tests.push(ids.length)
  rows.test_ids.push(encodeIds(ids))
  rows.legs.push(once(places.map((place) => legs[place] as number)).join(' '))
}

/** Each once, in ascending order. */
const once = (ids: number[]) => (ids.length < 2 ? ids : [...new Set(ids)].sort((a, b) => a - b))

/** Reverts `addFailures`, at most `rows` of its rows; removes clusters without another occurrence. Returns how many rows. */
export async function removeFailures(
  db: Db,
  { id, dialect }: Pick<LockedExecution, 'id' | 'dialect'>,
  rows: number,
): Promise<number> {
  const removed = await readClusters(db, id, rows)
  if (removed.length === 0) return 0
  await deleteRuns(db, id, removed)
  await db
    .deleteFrom('failure_cluster')
    .where(isOneOf(dialect, 'id', removed))
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
  return removed.length
}

/** The first clusters of an execution, ascending. */
async function readClusters(db: Db, executionId: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('failure_run')
    .select('cluster_id')
    .where('execution_id', '=', executionId)
    .orderBy('cluster_id')
    .limit(most)
    .execute()
  return rows.map((row) => row.cluster_id)
}

const deleteRuns = (db: Db, executionId: number, first: number[]) =>
  db
    .deleteFrom('failure_run')
    .where('execution_id', '=', executionId)
    .where('cluster_id', '<=', first.at(-1) as number)
    .execute()

/**
 * For an execution that retention removed: its clusters keep the time of their first occurrence. At most `rows` of
 * them; returns how many.
 */
export async function forgetFailures(db: Db, executionId: number, rows: number): Promise<number> {
  const forgotten = await readClusters(db, executionId, rows)
  if (forgotten.length === 0) return 0
  await sql`
    update failure_cluster set
      first_seen_at = seen.started_at, first_branch = seen.branch, first_sha = seen.sha
    from (
      select failure_run.cluster_id, failure_run.started_at, execution.branch,
        coalesce(execution.head_sha, execution.tested_sha) as sha
      from failure_run join execution on execution.id = failure_run.execution_id
      where failure_run.execution_id = ${executionId} and failure_run.cluster_id <= ${forgotten.at(-1)}
    ) as seen
    where failure_cluster.id = seen.cluster_id
      and (failure_cluster.first_seen_at is null or failure_cluster.first_seen_at > seen.started_at)`.execute(
    db,
  )
  await deleteRuns(db, executionId, forgotten)
  return forgotten.length
}
