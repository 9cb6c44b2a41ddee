import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Attachments of tests: rows here, bytes in the artifact store. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, small, bigint } = columnTypes(dialect)
  const statements = [
    sql`create table artifact_file (
      id ${id}, organization_id ${integer} not null references organization (id),
      sha256 ${text} not null, size_bytes ${bigint} not null, key ${text} not null unique,
      stored_at ${bigint}, created_at ${bigint} not null,
      unique (organization_id, sha256, size_bytes))`,
    sql`create table artifact (
      id ${id}, public_id ${text} not null unique,
      execution_id ${integer} not null references execution (id), part ${small} not null,
      entry ${integer} not null, number ${small} not null,
      test_id ${integer} not null, attempt ${small} not null,
      name ${text} not null, content_type ${text} not null, size_bytes ${bigint},
      state ${text} not null, reason ${text}, file_id ${integer} references artifact_file (id),
      created_at ${bigint} not null,
      unique (execution_id, part, entry, number))`,
    sql`create index artifact_of_file on artifact (file_id) where file_id is not null`,
    sql`create table artifact_garbage (key ${text} not null primary key, released_at ${bigint} not null)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
