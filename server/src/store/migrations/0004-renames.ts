import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Tests that were confirmed under another name. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, bigint } = columnTypes(dialect)
  const statements = [
    sql`create table rename (
      id ${id}, public_id ${text} not null unique, project_id ${integer} not null references project (id),
      from_test_id ${integer} not null, to_test_id ${integer} not null,
      confirmed_by ${text} not null, confirmed_at ${bigint} not null,
      undone_by ${text}, undone_at ${bigint})`,
    sql`create unique index rename_from on rename (from_test_id) where undone_at is null`,
    sql`create unique index rename_to on rename (to_test_id) where undone_at is null`,
    sql`create index rename_newest on rename (project_id, confirmed_at, id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
