import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** The commit whose push last decided about each path, so that a push from an older one is recognized. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text, integer, bigint, clustered } = columnTypes(dialect)
  await sql`create table pushed_path (
    project_id ${integer} not null references project (id), path ${text} not null,
    commit_sha ${text} not null, committed_at ${bigint} not null,
    primary key (project_id, path)) ${clustered}`.execute(db)
}
