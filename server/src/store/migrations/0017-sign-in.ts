import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Devices from which people signed in, and the throttle for guessed passwords. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, bigint } = columnTypes(dialect)
  const statements = [
    sql`create table device (
      id ${id}, person_id ${integer} not null references person (id), hash ${text} not null unique,
      created_at ${bigint} not null, last_used_at ${bigint} not null, expires_at ${bigint} not null)`,
    sql`create index device_person on device (person_id, last_used_at)`,
    sql`create index device_expiry on device (expires_at)`,
    sql`alter table session add column device_id ${integer}`,
    sql`create table brake (
      subject ${text} not null primary key, clear_at ${bigint} not null, open_at ${bigint} not null,
      recent ${text} not null)`,
    sql`create index brake_clear on brake (clear_at)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
