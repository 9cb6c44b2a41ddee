import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Organizations, keys, projects, executions with their parts and results, rollups and the outbox. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, small, bigint, clustered } = columnTypes(dialect)
  const statements = [
    sql`create table organization (
      id ${id}, public_id ${text} not null unique, slug ${text} not null unique, name ${text} not null,
      plan ${text} not null, created_at ${bigint} not null)`,
    sql`create table person (
      id ${id}, public_id ${text} not null unique, email ${text} not null unique, name ${text} not null,
      created_at ${bigint} not null)`,
    sql`create table member (
      organization_id ${integer} not null references organization (id),
      person_id ${integer} not null references person (id),
      role ${text} not null, created_at ${bigint} not null,
      primary key (organization_id, person_id))`,
    sql`create table project (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id),
      slug ${text} not null, name ${text} not null, repository ${text}, default_branch ${text},
      created_at ${bigint} not null, unique (organization_id, slug))`,
    sql`create table api_key (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id),
      name ${text} not null, hash ${text} not null unique, hint ${text} not null,
      role ${text} not null, scopes ${text} not null,
      project_id ${integer} references project (id), created_by ${integer} references person (id),
      created_at ${bigint} not null, expires_at ${bigint}, last_used_at ${bigint}, revoked_at ${bigint})`,
    sql`create index api_key_organization on api_key (organization_id, id)`,
    sql`create table leg (
      id ${id}, project_id ${integer} not null references project (id), name ${text} not null,
      unique (project_id, name))`,
    sql`create table file (
      id ${id}, project_id ${integer} not null references project (id), path ${text} not null,
      unique (project_id, path))`,
    sql`create table test (
      id ${id}, project_id ${integer} not null references project (id), key ${text} not null,
      file_id ${integer} not null references file (id), titles ${text} not null, variant ${text} not null,
      occurrence ${integer} not null, first_seen_at ${bigint} not null, unique (project_id, key))`,
    sql`create table reason (
      id ${id}, project_id ${integer} not null references project (id), hash ${text} not null,
      kind ${text} not null, fingerprint ${text} not null, message ${text} not null, detail ${text} not null,
      unique (project_id, hash))`,
    sql`create index reason_fingerprint on reason (project_id, fingerprint)`,
    sql`create table "commit" (
      project_id ${integer} not null references project (id), sha ${text} not null,
      parents ${text} not null, tree ${text}, primary key (project_id, sha)) ${clustered}`,
    sql`create table execution (
      id ${id}, public_id ${text} not null unique, project_id ${integer} not null references project (id),
      suite ${text} not null, build ${text} not null, framework ${text} not null, state ${text} not null,
      revision ${integer} not null, trust ${text} not null, solitary ${small} not null,
      branch ${text}, base_branch ${text}, pull_request ${integer}, repository ${text},
      tested_sha ${text}, head_sha ${text}, base_sha ${text}, merge_base_sha ${text}, tree ${text},
      dirty ${small} not null, message ${text}, ci ${text}, tags ${text} not null,
      started_at ${bigint} not null, last_seen_at ${bigint} not null, ended_at ${bigint}, settled_at ${bigint},
      parts ${integer} not null, passed ${integer} not null, failed ${integer} not null,
      flaky ${integer} not null, skipped ${integer} not null, errors ${integer} not null,
      duration_us ${bigint} not null, warnings ${text} not null,
      unique (project_id, suite, build))`,
    sql`create index execution_newest on execution (project_id, started_at, id)`,
    sql`create index execution_branch on execution (project_id, branch, suite, started_at, id)`,
    sql`create index execution_pull_request on execution (project_id, pull_request, started_at)
      where pull_request is not null`,
    sql`create index execution_tested on execution (project_id, tested_sha)`,
    sql`create index execution_head on execution (project_id, head_sha)`,
    sql`create index execution_tree on execution (project_id, tree)`,
    sql`create index execution_running on execution (last_seen_at) where state = 'running'`,
    sql`create table part (
      execution_id ${integer} not null references execution (id), number ${integer} not null,
      journal ${text} not null, job ${text} not null, package ${text} not null, config ${text} not null,
      leg_id ${integer} not null references leg (id), shard_index ${integer}, shard_total ${integer},
      run_attempt ${integer} not null, state ${text} not null, outcome ${text}, tree ${text},
      api_key_id ${integer}, runner ${text} not null, facts ${text} not null,
      started_at ${bigint} not null, ended_at ${bigint}, last_seen_at ${bigint} not null,
      clock_skew_ms ${bigint} not null, accepted ${integer} not null, duration_ms ${bigint},
      truncated ${integer} not null, redacted ${integer} not null,
      primary key (execution_id, number))`,
    // The client chooses a journal's id, so in another organization the same id is another journal.
    sql`create unique index part_journal on part (journal, execution_id)`,
    sql`create index part_open on part (last_seen_at) where state = 'open'`,
    sql`create table part_error (
      execution_id ${integer} not null references execution (id), part ${integer} not null,
      number ${integer} not null, file ${text}, reason_id ${integer} not null references reason (id),
      primary key (execution_id, part, number)) ${clustered}`,
    // No foreign keys on the two hot tables, because the function that writes the rows also creates
    // their parents.
    sql`create table result (
      execution_id ${integer} not null, test_id ${integer} not null, part ${small} not null,
      verdict ${small} not null, start_ms ${integer} not null, duration_us ${bigint} not null,
      reason_id ${integer}, primary key (execution_id, test_id, part)) ${clustered}`,
    sql`create index result_bad on result (execution_id, verdict) where verdict in (2, 3)`,
    sql`create table attempt (
      execution_id ${integer} not null, test_id ${integer} not null, part ${small} not null,
      entry ${integer} not null, repeat ${integer} not null, status ${small} not null,
      start_ms ${integer} not null, duration_us ${bigint} not null, reasons ${text}, detail ${text},
      primary key (execution_id, test_id, part, entry)) ${clustered}`,
    sql`create table test_day (
      project_id ${integer} not null, day ${integer} not null, test_id ${integer} not null,
      branch ${text} not null, leg_id ${integer} not null, failed ${integer} not null,
      flaky ${integer} not null,
      primary key (project_id, day, test_id, branch, leg_id)) ${clustered}`,
    sql`create table outbox (
      id ${id}, organization_id ${integer} not null references organization (id), kind ${text} not null,
      payload ${text} not null, created_at ${bigint} not null, dispatched_at ${bigint})`,
    sql`create index outbox_waiting on outbox (id) where dispatched_at is null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
