import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** 1 for a revision whose writer agents may follow. Of earlier ones only accepted proposals are known to be such. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { integer } = columnTypes(dialect)
  await sql`alter table document_revision add column is_vouched ${integer} not null default 0`.execute(db)
}
