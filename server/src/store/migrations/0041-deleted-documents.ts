import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Deleted documents whose rows are removed in steps, so that no other write waits for thousands of them. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { integer } = columnTypes(dialect)
  const statements = [
    sql`create table deleted_document (
      document_id ${integer} primary key, project_id ${integer} not null references project (id))`,
    sql`create index deleted_document_project on deleted_document (project_id, document_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
