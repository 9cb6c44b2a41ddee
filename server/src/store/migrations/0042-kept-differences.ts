import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** The difference of a proposal, which is computed once, and what counts expired messages without reading the others. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text, integer } = columnTypes(dialect)
  await sql`alter table proposal add column diff ${text}`.execute(db)
  await sql`alter table proposal add column diff_is_cut ${integer}`.execute(db)
  await sql`create index bus_message_expired on bus_message (to_agent_id, status, expires_at, sequence)
    where status = 'pending' and expires_at is not null`.execute(db)
}
