import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Documents by category, who may decide a proposal, and whether its author knows the outcome. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text, integer, bigint } = columnTypes(dialect)
  const statements = [
    sql`alter table document add column category ${text}`,
    sql`create index document_category on document (project_id, updated_at, id) where category is not null`,
    sql`alter table organization add column keys_may_decide ${integer} not null default 0`,
    sql`alter table proposal add column told_at ${bigint}`,
    sql`create index proposal_untold on proposal (author_credential, id) where told_at is null and decided_at is not null`,
    sql`create index proposal_open on proposal (project_id, id) where state = 'open'`,
  ]
  for (const statement of statements) await statement.execute(db)
}
