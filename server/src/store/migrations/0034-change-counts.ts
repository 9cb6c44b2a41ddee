import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** How often each project changed: kept answers depend on it. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { integer, bigint, clustered } = columnTypes(dialect)
  await sql`create table change_count (
    project_id ${integer} not null, slot ${integer} not null, changes ${bigint} not null,
    primary key (project_id, slot)) ${clustered}`.execute(db)
}
