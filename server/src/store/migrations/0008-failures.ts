import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Failures by fingerprint and execution, so that no query reads results. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, bigint, bytes, clustered } = columnTypes(dialect)
  const statements = [
    sql`create table failure_cluster (
      id ${id}, project_id ${integer} not null references project (id), fingerprint ${text} not null,
      message ${text} not null, first_seen_at ${bigint}, first_branch ${text}, first_sha ${text},
      unique (project_id, fingerprint))`,
    sql`create table failure_run (
      execution_id ${integer} not null, cluster_id ${integer} not null, started_at ${bigint} not null,
      failed ${integer} not null, flaky ${integer} not null, errors ${integer} not null,
      tests ${integer} not null, test_ids ${bytes} not null, legs ${text} not null,
      primary key (execution_id, cluster_id)) ${clustered}`,
    sql`create index failure_run_cluster on failure_run (cluster_id, started_at, execution_id)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
