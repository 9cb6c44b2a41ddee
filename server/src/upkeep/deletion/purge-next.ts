import { sql } from 'kysely'
import type { Store } from '../../ground/store/open.ts'
import { type Db, forUpdate } from '../../ground/store/portable.ts'
import { forgetFailures } from '../../history/failures/record-failures.ts'
import { WITHDRAWN_AT_ONCE } from '../../history/history/withdraw.ts'
import { dropReferences, queueUnreferenced } from '../../results/artifacts/drop-references.ts'
import { OF_EXECUTION, OF_ORGANIZATION, OF_PROJECT, type OwnedRows } from './owned-rows.ts'
import { findTombstones, type Tombstones } from './tombstones.ts'

/**
 * The approximate number of rows that a transaction deletes per table. That takes some ten
 * milliseconds; then other writers run.
 */
const ROWS = 2_000

/**
 * Removes some rows of deleted objects: first of executions, then of projects and organizations without any.
 * One short transaction; returns true while there is more to do. A kill in between is harmless.
 */
export async function purgeNext(store: Store, now: number, rows = ROWS): Promise<boolean> {
  const graveyard = await findTombstones(store.lookup)
  if (!graveyard) return false
  const execution = await store.lookup
    .selectFrom('execution')
    .innerJoin('project', 'project.id', 'execution.project_id')
    .select('execution.id')
    .where('project.organization_id', '=', graveyard.organizationId)
    .limit(1)
    .executeTakeFirst()
  if (execution) await store.write((db) => removeExecution(db, store, execution.id, now, rows))
  else if (await isLittered(store, graveyard))
    await store.write((db) => deleteBatch(db, OF_PROJECT, ofProject(graveyard.projectId), rows))
  else if (!(await removeProjectOf(store, graveyard, rows)))
    return removeOrganization(store, graveyard, now, rows)
  return true
}

async function removeExecution(
  db: Db,
  { dialect }: Store,
  id: number,
  now: number,
  rows: number,
): Promise<void> {
  // Locked, so that a concurrent upload waits and leaves no rows behind.
  await db.selectFrom('execution').select('id').where('id', '=', id).$call(forUpdate(dialect)).execute()
  await dropReferences(db, { dialect, executionIds: [id], now })
  if ((await forgetFailures(db, id, WITHDRAWN_AT_ONCE)) >= WITHDRAWN_AT_ONCE) return
  if (await deleteBatch(db, OF_EXECUTION, { column: 'execution_id', id }, rows))
    await db.deleteFrom('execution').where('id', '=', id).execute()
}

const ofProject = (id: number) => ({ column: 'project_id', id })

/** True if an upload to a deleted execution has meanwhile created tests or errors for it. */
async function isLittered({ lookup }: Store, { projectId }: Tombstones): Promise<boolean> {
  for (const table of ['test', 'reason', 'test_day'] as const) {
    const row = await lookup
      .selectFrom(table)
      .select('project_id')
      .where('project_id', '=', projectId)
      .limit(1)
      .executeTakeFirst()
    if (row) return true
  }
  return false
}

/** Removes some of the next deleted project; returns false if there is none. */
async function removeProjectOf(store: Store, { organizationId, projectId }: Tombstones, rows: number) {
  const project = await store.lookup
    .selectFrom('project')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '!=', projectId)
    .limit(1)
    .executeTakeFirst()
  if (!project) return false
  await store.write(async (db) => {
    if (await deleteBatch(db, OF_PROJECT, ofProject(project.id), rows))
      await db.deleteFrom('project').where('id', '=', project.id).execute()
  })
  return true
}

/** Removes some of the next deleted organization; returns false if there is none. */
async function removeOrganization(store: Store, graveyard: Tombstones, now: number, rows: number) {
  const organization = await store.lookup
    .selectFrom('organization')
    .select('id')
    .where('deleted_at', 'is not', null)
    .where('id', '!=', graveyard.organizationId)
    .limit(1)
    .executeTakeFirst()
  if (!organization) return false
  const { id } = organization
  await store.write(async (db) => {
    // Rows of an upload that nothing refers to any more.
    const files = await db
      .selectFrom('artifact_file')
      .select('id')
      .where('organization_id', '=', id)
      .limit(rows)
      .execute()
    await queueUnreferenced(
      db,
      store.dialect,
      files.map((file) => file.id),
      now,
    )
    const isEmpty = await deleteBatch(db, OF_ORGANIZATION, { column: 'organization_id', id }, rows)
    if (isEmpty && files.length < rows) await db.deleteFrom('organization').where('id', '=', id).execute()
  })
  return true
}

/**
 * Deletes some rows of an owner, table after table: together as many as one table's limit. Returns true if none are
 * left.
 */
async function deleteBatch(
  db: Db,
  tables: readonly OwnedRows[],
  owner: { column: string; id: number },
  rows: number,
): Promise<boolean> {
  let left = 1
  for (const table of tables) {
    const most = Math.min(rows, table.most ?? rows)
    const limit = Math.max(1, Math.floor(most * left))
    const deleted = await deleteBatchOfTable(db, table, owner, limit)
    if (deleted >= limit) return false
    left -= deleted / most
  }
  return true
}

/**
 * Deletes about `rows` next rows of an owner from a table, in whole groups of the ordering columns. Returns how many,
 * fewer than `rows` if none are left.
 */
async function deleteBatchOfTable(
  db: Db,
  { table, by, next }: OwnedRows,
  owner: { column: string; id: number },
  rows: number,
): Promise<number> {
  const from = sql.table(table)
  const columns = next === undefined ? [by] : [by, next]
  const key = sql.join(columns.map((column) => sql.ref(column)))
  const owned = sql`${sql.ref(owner.column)} = ${owner.id}`
  const { rows: ends } = await sql<Record<string, number | string>>`
    select ${key} from ${from} where ${owned} order by ${key} limit 1 offset ${rows - 1}`.execute(db)
  const [last] = ends
  const upTo =
    last === undefined
      ? sql``
      : sql`and (${key}) <= (${sql.join(columns.map((column) => sql`${last[column]}`))})`
  const { numAffectedRows } = await sql`delete from ${from} where ${owned} ${upTo}`.execute(db)
  return Number(numAffectedRows ?? 0)
}
