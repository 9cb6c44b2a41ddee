import { sql } from 'kysely'
import { columnTypes, type Dialect } from '../../portable.ts'

/** What tests did over time: days, runs, monitors, renames and failures. */
export function historyTables(dialect: Dialect) {
  const { id, text, integer, small, bigint, bytes, clustered } = columnTypes(dialect)
  return [
    sql`create table test_day (
      project_id ${integer} not null, day ${integer} not null, test_id ${integer} not null,
      branch ${text} not null, leg_id ${integer} not null, failed ${integer} not null,
      flaky ${integer} not null, same_tree ${integer} not null default 0,
      primary key (project_id, day, test_id, branch, leg_id)) ${clustered}`,
    // Has a third of the rows, and contains all that the list of flaky tests reads of a window.
    sql`create index test_day_flaky on test_day (project_id, day, branch, test_id, flaky, same_tree)
      where flaky > 0`,
    sql`create table test_block (
      project_id ${integer} not null, first_id ${integer} not null, last_id ${integer} not null,
      trigrams ${bytes} not null, primary key (project_id, first_id)) ${clustered}`,
    sql`create table ran_set (
      id ${id}, project_id ${integer} not null references project (id), hash ${text} not null,
      data ${bytes} not null, unique (project_id, hash))`,
    sql`create table leg_run (
      execution_id ${integer} not null, leg_id ${integer} not null, project_id ${integer} not null,
      started_at ${bigint} not null, branch ${text} not null, suite ${text} not null, tree ${text},
      ran_id ${integer} not null, primary key (execution_id, leg_id)) ${clustered}`,
    // Contains everything that "in how many runs of the window" reads.
    sql`create index leg_run_window on leg_run (project_id, started_at, branch, ran_id)`,
    sql`create index leg_run_tree on leg_run (project_id, tree, suite, leg_id) where tree is not null`,
    sql`create table bad_run (
      execution_id ${integer} not null, leg_id ${integer} not null, test_id ${integer} not null,
      started_at ${bigint} not null, flaws ${small} not null,
      primary key (execution_id, leg_id, test_id)) ${clustered}`,
    sql`create index bad_run_test on bad_run (test_id, started_at, flaws)`,
    sql`create table test_monitor (
      test_id ${integer} primary key, project_id ${integer} not null, state ${text} not null,
      since ${bigint} not null)`,
    sql`create index test_monitor_ill on test_monitor (project_id, test_id) where state <> 'healthy'`,
    sql`create table monitor_change (
      id ${id}, test_id ${integer} not null, execution_id ${integer} not null, at ${bigint} not null,
      from_state ${text} not null, to_state ${text} not null, because ${text} not null)`,
    sql`create index monitor_change_test on monitor_change (test_id, id)`,
    sql`create index monitor_change_execution on monitor_change (execution_id, id)`,
    sql`create table monitor_setting (
      project_id ${integer} primary key references project (id), settings ${text} not null,
      changed_at ${bigint} not null)`,
    sql`create table rename (
      id ${id}, public_id ${text} not null unique, project_id ${integer} not null references project (id),
      from_test_id ${integer} not null, to_test_id ${integer} not null, confirmed_by ${text} not null,
      confirmed_at ${bigint} not null, undone_by ${text}, undone_at ${bigint})`,
    sql`create unique index rename_from on rename (from_test_id) where undone_at is null`,
    sql`create unique index rename_to on rename (to_test_id) where undone_at is null`,
    sql`create index rename_newest on rename (project_id, confirmed_at, id)`,
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
    // The tests of a suite's newest run in the order of their durations, so that a list reads only its page.
    sql`create table duration_page (
      execution_id ${integer} not null, number ${integer} not null, most_us ${bigint} not null,
      first_id ${integer} not null, data ${bytes} not null, primary key (execution_id, number)) ${clustered}`,
    sql`create table culprit (
      project_id ${integer} not null references project (id), fingerprint ${text} not null,
      execution_id ${integer} not null, details ${text} not null, sent_by ${text} not null,
      created_at ${bigint} not null, primary key (project_id, fingerprint)) ${clustered}`,
    sql`create table experiment (
      id ${id}, public_id ${text} not null, execution_id ${integer} not null references execution (id),
      test_id ${integer} not null, leg_id ${integer} not null,
      purpose ${text} not null, alike ${integer} not null, head_sha ${text} not null,
      head_dirty ${integer} not null, head_command ${text} not null, base_sha ${text}, base_branch ${text},
      base_is_older ${integer}, base_command ${text}, machine ${text} not null, sent_by ${text} not null,
      started_at ${bigint} not null, trials ${text} not null,
      files_before ${text} not null, unique (execution_id, public_id))`,
    sql`create index experiment_arrived on experiment (execution_id, id)`,
  ]
}
