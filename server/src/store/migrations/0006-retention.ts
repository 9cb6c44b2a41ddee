import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Archived results, the retention periods of organizations, and the last occurrence of each error. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { integer, bigint, bytes, clustered } = columnTypes(dialect)
  const statements = [
    sql`create table archive (
      execution_id ${integer} not null, number ${integer} not null,
      first_test_id ${integer} not null, last_test_id ${integer} not null, results ${integer} not null,
      data ${bytes} not null, primary key (execution_id, number)) ${clustered}`,
    sql`create table leftover (execution_id ${integer} primary key)`,
    sql`create table retention (
      organization_id ${integer} primary key references organization (id),
      archive_days ${integer}, passing_detail_days ${integer}, failing_detail_days ${integer},
      passing_artifact_days ${integer}, failing_artifact_days ${integer}, execution_days ${integer},
      audit_days ${integer})`,
    sql`alter table execution add column archived_at ${bigint}`,
    sql`alter table execution add column results_removed_at ${bigint}`,
    sql`create index execution_settled on execution (project_id, settled_at) where settled_at is not null`,
    sql`create index execution_unarchived on execution (project_id, settled_at)
      where archived_at is null and settled_at is not null`,
    // Finds references to an error when it is deleted; without it, that would read the whole table.
    sql`create index part_error_reason on part_error (reason_id)`,
    sql`alter table reason add column seen_at ${bigint}`,
    sql`create index reason_seen on reason (project_id, seen_at)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
