import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** The data behind flakiness and monitors: which tests ran, failed and flaked, by run. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, small, bigint, bytes, clustered } = columnTypes(dialect)
  const statements = [
    sql`create table ran_set (
      id ${id}, project_id ${integer} not null references project (id), hash ${text} not null,
      data ${bytes} not null, unique (project_id, hash))`,
    sql`create table leg_run (
      execution_id ${integer} not null, leg_id ${integer} not null, project_id ${integer} not null,
      started_at ${bigint} not null, branch ${text} not null, suite ${text} not null, tree ${text},
      ran_id ${integer} not null, primary key (execution_id, leg_id)) ${clustered}`,
    // Contains everything that "in how many runs of the window" reads.
    sql`create index leg_run_window on leg_run (project_id, started_at, branch, ran_id)`,
    sql`create index test_newest on test (project_id, id)`,
    // For a window of one branch, over all suites.
    sql`create index execution_branch_window on execution (project_id, branch, started_at)`,
    sql`create index leg_run_tree on leg_run (project_id, tree, suite, leg_id) where tree is not null`,
    sql`create table bad_run (
      execution_id ${integer} not null, leg_id ${integer} not null, test_id ${integer} not null,
      started_at ${bigint} not null, flaws ${small} not null,
      primary key (execution_id, leg_id, test_id)) ${clustered}`,
    sql`create index bad_run_test on bad_run (test_id, started_at, flaws)`,
    sql`alter table test_day add column same_tree ${integer} not null default 0`,
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
    // Null: settled before history existed, or inserted by other means; the sweep adds it.
    sql`alter table execution add column counted ${small}`,
    sql`create index execution_uncounted on execution (id) where counted is null and settled_at is not null`,
    sql`delete from test_day`,
  ]
  for (const statement of statements) await statement.execute(db)
}
