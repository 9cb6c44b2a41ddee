import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Data for CI: executions by their build, and facts that parts could not report. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { integer } = columnTypes(dialect)
  // With its order, because a database would otherwise read the newest executions of the project
  // until it has enough.
  await sql`create index execution_build on execution (project_id, build, started_at, id)`.execute(db)
  await sql`alter table execution add column facts ${integer} not null default 0`.execute(db)
}
