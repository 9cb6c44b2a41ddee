import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** What replicas of one database claim: jobs, events, webhooks. All claims end by the database's clock. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text, small, bigint } = columnTypes(dialect)
  const statements = [
    sql`create table lease (name ${text} not null primary key, holder ${text} not null, until ${bigint} not null)`,
    sql`create table replica (
      id ${text} not null primary key, host ${text} not null, started_at ${bigint} not null,
      seen_until ${bigint} not null)`,
    // A server of the previous version inserts rows without these columns.
    sql`alter table outbox add column claimed_until ${bigint}`,
    sql`alter table outbox add column attempts ${small} not null default 0`,
    sql`alter table outbox add column owed ${text}`,
    sql`alter table webhook add column busy_until ${bigint}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
