import { sql } from 'kysely'
import { type Db, type Dialect, isOneOf } from '../../ground/store/portable.ts'
import { VERDICT } from '../../ground/store/tables.ts'
import { latestParts, PLACE_COLUMNS } from '../../results/executions/latest-parts.ts'
import type { FailedOrFlaky } from '../../results/results/read-failed-or-flaky.ts'

/** Replaces the fingerprint of a failure without an error. */
export const NO_ERROR = 'none'
/** The number of characters of a message in a list of clusters. */
export const MESSAGE_LENGTH = 2_000

/** All failures of one kind in one execution. */
export interface Failing {
  message: string
  /** Results on all legs. */
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
  const { errors, legOf } = await readOutside(db, executionId)
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

/** The current errors outside tests, and the leg of each part. */
export async function readOutside(db: Db, executionId: number) {
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
  return {
    errors: outside.filter((error) => latest.has(error.part)),
    legOf: new Map(parts.map((part) => [part.number, part.leg_id])),
  }
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
    // The reason of a flaky result may be the reason for a skip.
    .where('kind', '=', 'error')
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
