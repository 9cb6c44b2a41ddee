import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** The CODEOWNERS files of executions, each version once per project. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer } = columnTypes(dialect)
  const statements = [
    sql`create table codeowners (
      id ${id}, project_id ${integer} not null references project (id), hash ${text} not null,
      path ${text} not null, content ${text} not null, skipped ${text} not null)`,
    sql`create unique index codeowners_hash on codeowners (project_id, hash)`,
    sql`alter table execution add column codeowners_id ${integer}`,
    // Finds the newest of a project, and whether anything refers to one.
    sql`create index execution_owners on execution (project_id, started_at) where codeowners_id is not null`,
    sql`create index execution_codeowners on execution (codeowners_id) where codeowners_id is not null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
