import { sql } from 'kysely'
import { columnTypes, type Dialect, sortedTitle } from '../../portable.ts'

/** Executions with their parts and results, and artifacts. */
export function resultsTables(dialect: Dialect) {
  const { id, text, integer, small, bigint, bytes, clustered } = columnTypes(dialect)
  return [
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
    sql`create index test_newest on test (project_id, id)`,
    sql`create index test_file on test (file_id)`,
    sql`create index test_title on test (project_id, (${sortedTitle(dialect, 'titles')}), id)`,
    sql`create table reason (
      id ${id}, project_id ${integer} not null references project (id), hash ${text} not null,
      kind ${text} not null, fingerprint ${text} not null, message ${text} not null,
      detail ${text} not null, seen_at ${bigint} not null, unique (project_id, hash))`,
    sql`create index reason_fingerprint on reason (project_id, fingerprint)`,
    sql`create index reason_seen on reason (project_id, seen_at)`,
    sql`create table "commit" (
      project_id ${integer} not null references project (id), sha ${text} not null,
      parents ${text} not null, tree ${text}, primary key (project_id, sha)) ${clustered}`,
    sql`create table codeowners (
      id ${id}, project_id ${integer} not null references project (id), hash ${text} not null,
      path ${text} not null, content ${text} not null, skipped ${text} not null)`,
    sql`create unique index codeowners_hash on codeowners (project_id, hash)`,
    sql`create table execution (
      id ${id}, public_id ${text} not null unique, project_id ${integer} not null references project (id),
      suite ${text} not null, build ${text} not null, framework ${text} not null, state ${text} not null,
      revision ${integer} not null, trust ${text} not null, solitary ${small} not null, branch ${text},
      base_branch ${text}, pull_request ${integer}, repository ${text}, tested_sha ${text},
      head_sha ${text}, base_sha ${text}, merge_base_sha ${text}, tree ${text}, dirty ${small} not null,
      message ${text}, ci ${text}, tags ${text} not null, started_at ${bigint} not null,
      last_seen_at ${bigint} not null, ended_at ${bigint}, settled_at ${bigint},
      parts ${integer} not null, passed ${integer} not null, failed ${integer} not null,
      flaky ${integer} not null, skipped ${integer} not null, errors ${integer} not null,
      duration_us ${bigint} not null, warnings ${text} not null, counted ${small}, archived_at ${bigint},
      results_removed_at ${bigint}, facts ${integer} not null default 0, codeowners_id ${integer},
      elapsed_ms ${bigint}, author ${text}, machine ${text}, settling ${bigint} not null default 0,
      settling_until ${bigint} not null default 0, unarchivable ${small} not null default 0,
      unique (project_id, suite, build))`,
    sql`create index execution_newest on execution (project_id, started_at, id)`,
    sql`create index execution_branch on execution (project_id, branch, suite, started_at, id)`,
    sql`create index execution_pull_request on execution (project_id, pull_request, started_at)
      where pull_request is not null`,
    sql`create index execution_tested on execution (project_id, tested_sha)`,
    sql`create index execution_head on execution (project_id, head_sha)`,
    sql`create index execution_tree on execution (project_id, tree)`,
    sql`create index execution_running on execution (last_seen_at) where state = 'running'`,
    sql`create index execution_running_of on execution (project_id) where state = 'running'`,
    // For a window of one branch, over all suites.
    sql`create index execution_branch_window on execution (project_id, branch, started_at)`,
    sql`create index execution_uncounted on execution (id)
      where counted is null and settled_at is not null`,
    sql`create index execution_settling on execution (settling) where settling <> 0`,
    sql`create index execution_settled on execution (project_id, settled_at)
      where settled_at is not null`,
    sql`create index execution_unarchived on execution (project_id, settled_at)
      where archived_at is null and settled_at is not null`,
    // With its order, because a database would otherwise read the newest executions of the project until
    // it has enough.
    sql`create index execution_build on execution (project_id, build, started_at, id)`,
    // Finds the newest of a project, and whether anything refers to one.
    sql`create index execution_owners on execution (project_id, started_at)
      where codeowners_id is not null`,
    sql`create index execution_codeowners on execution (codeowners_id) where codeowners_id is not null`,
    sql`create table execution_change (
      execution_id ${integer} not null primary key, files ${text} not null,
      more ${integer} not null) ${clustered}`,
    sql`create table part (
      execution_id ${integer} not null references execution (id), number ${integer} not null,
      journal ${text} not null, job ${text} not null, package ${text} not null, config ${text} not null,
      leg_id ${integer} not null references leg (id), shard_index ${integer}, shard_total ${integer},
      run_attempt ${integer} not null, state ${text} not null, outcome ${text}, tree ${text},
      api_key_id ${integer}, runner ${text} not null, facts ${text} not null,
      started_at ${bigint} not null, ended_at ${bigint}, last_seen_at ${bigint} not null,
      clock_skew_ms ${bigint} not null, accepted ${integer} not null, duration_ms ${bigint},
      truncated ${integer} not null, redacted ${integer} not null, attempt ${integer} not null default 1,
      unfinished ${integer} not null default 0, primary key (execution_id, number))`,
    // The client chooses a journal's id, so in another organization the same id is another journal.
    sql`create unique index part_journal on part (journal, execution_id)`,
    sql`create index part_open on part (last_seen_at) where state = 'open'`,
    sql`create table part_error (
      execution_id ${integer} not null references execution (id), part ${integer} not null,
      number ${integer} not null, file ${text}, reason_id ${integer} not null references reason (id),
      primary key (execution_id, part, number)) ${clustered}`,
    sql`create table import_graph (
      execution_id ${integer} not null, part ${integer} not null, graph ${bytes} not null,
      primary key (execution_id, part))`,
    // Finds references to an error when it is deleted; without it, that would read the whole table.
    sql`create index part_error_reason on part_error (reason_id)`,
    // No foreign keys on the two hot tables, because the function that writes the rows also creates their
    // parents.
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
    sql`create table artifact_file (
      id ${id}, organization_id ${integer} not null references organization (id), sha256 ${text} not null,
      size_bytes ${bigint} not null, key ${text} not null unique, stored_at ${bigint},
      created_at ${bigint} not null, unique (organization_id, sha256, size_bytes))`,
    sql`create table artifact (
      id ${id}, public_id ${text} not null unique,
      execution_id ${integer} not null references execution (id), part ${small} not null,
      entry ${integer} not null, number ${small} not null, test_id ${integer} not null,
      attempt ${small} not null, name ${text} not null, content_type ${text} not null,
      size_bytes ${bigint}, state ${text} not null, reason ${text},
      file_id ${integer} references artifact_file (id), created_at ${bigint} not null,
      unique (execution_id, part, entry, number))`,
    sql`create index artifact_of_file on artifact (file_id, id) where file_id is not null`,
    sql`create table artifact_garbage (key ${text} not null primary key, released_at ${bigint} not null)`,
  ]
}
