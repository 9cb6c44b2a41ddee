import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** The difference of a proposal, which is computed once. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text, integer } = columnTypes(dialect)
  await sql`alter table proposal add column diff ${text}`.execute(db)
  await sql`alter table proposal add column diff_is_cut ${integer}`.execute(db)
}
