import { sql } from 'kysely'
import type { Db } from '../store/portable.ts'
import type { OwnedRows } from './owned-rows.ts'

/** Deletes some rows of an owner, table after table. Returns true if none are left. */
export async function deleteBatch(
  db: Db,
  tables: readonly OwnedRows[],
  owner: { column: string; id: number },
  rows: number,
): Promise<boolean> {
  for (const table of tables) if (!(await deleteBatchOfTable(db, table, owner, rows))) return false
  return true
}

/**
 * Deletes about `rows` next rows of an owner from a table, in whole groups of the ordering column. Returns
 * true if none are left.
 */
async function deleteBatchOfTable(
  db: Db,
  { table, by }: OwnedRows,
  owner: { column: string; id: number },
  rows: number,
): Promise<boolean> {
  const from = sql.table(table)
  const key = sql.ref(by)
  const owned = sql`${sql.ref(owner.column)} = ${owner.id}`
  const { rows: ends } = await sql<{ end: number | string }>`
    select ${key} as "end" from ${from} where ${owned} order by ${key} limit 1 offset ${rows - 1}`.execute(db)
  const [last] = ends
  const upTo = last === undefined ? sql`` : sql`and ${key} <= ${last.end}`
  await sql`delete from ${from} where ${owned} ${upTo}`.execute(db)
  return last === undefined
}
