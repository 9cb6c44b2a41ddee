import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** The active project of each credential, and its searches of one day. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { text, integer, bigint, clustered } = columnTypes(dialect)
  const statements = [
    sql`create table active_project (
      organization_id ${integer} not null references organization (id), credential ${text} not null,
      project_id ${integer} not null references project (id), switched_at ${bigint} not null,
      primary key (organization_id, credential)) ${clustered}`,
    sql`create index active_project_project on active_project (project_id, credential)`,
    sql`create table search_count (
      organization_id ${integer} not null references organization (id), credential ${text} not null,
      day ${integer} not null, count ${integer} not null,
      primary key (organization_id, credential)) ${clustered}`,
  ]
  for (const statement of statements) await statement.execute(db)
}
