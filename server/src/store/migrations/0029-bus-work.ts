import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Tasks and leases of agents, their subscriptions to events, and fixes under verification. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, bigint, clustered } = columnTypes(dialect)
  const organization = sql`organization_id ${integer} not null references organization (id)`
  const statements = [
    sql`create table task (
      id ${id}, public_id ${text} not null unique, ${organization},
      project_id ${integer} references project (id), title ${text} not null, description ${text},
      priority ${integer} not null, deadline ${bigint}, payload ${text}, status ${text} not null, result ${text},
      assigned_to ${integer} not null, assigned_name ${text} not null,
      created_by ${integer}, created_name ${text} not null,
      version ${integer} not null default 1, rerun_commit ${text},
      created_at ${bigint} not null, updated_at ${bigint} not null, ended_at ${bigint},
      overdue_at ${bigint}, orphaned_at ${bigint})`,
    sql`create index task_organization on task (organization_id, id)`,
    sql`create index task_assigned on task (assigned_to, id)`,
    sql`create index task_created on task (created_by, id) where created_by is not null`,
    sql`create index task_project on task (project_id, id) where project_id is not null`,
    sql`create index task_open on task (id) where status in ('pending', 'in_progress')`,
    sql`create index task_due on task (deadline)
      where deadline is not null and overdue_at is null and status in ('pending', 'in_progress')`,
    sql`create index task_rerun on task (project_id, id)
      where rerun_commit is not null and status in ('pending', 'in_progress')`,
    sql`create table task_change (
      id ${id}, task_id ${integer} not null references task (id), ${organization},
      project_id ${integer} references project (id), at ${bigint} not null, actor ${text} not null,
      changes ${text} not null, because ${text})`,
    sql`create index task_change_task on task_change (task_id, id)`,
    sql`create index task_change_organization on task_change (organization_id, id)`,
    sql`create index task_change_project on task_change (project_id, id) where project_id is not null`,
    sql`create table bus_lease (
      id ${id}, public_id ${text} not null unique, ${organization},
      project_id ${integer} references project (id), subject ${text} not null, subject_id ${text} not null,
      place ${text} not null, agent_id ${integer} not null, agent_name ${text} not null,
      since ${bigint} not null, ends_at ${bigint} not null, unique (organization_id, place))`,
    sql`create index bus_lease_ends on bus_lease (ends_at)`,
    sql`create index bus_lease_agent on bus_lease (agent_id, id)`,
    sql`create index bus_lease_project on bus_lease (project_id, id) where project_id is not null`,
    sql`create table bus_subscription (
      id ${id}, public_id ${text} not null unique, ${organization}, agent_id ${integer} not null,
      source ${text} not null, event ${text} not null, project_id ${integer} references project (id),
      branch ${text}, suite ${text}, created_at ${bigint} not null)`,
    sql`create index bus_subscription_event on bus_subscription (organization_id, event, id)`,
    sql`create index bus_subscription_agent on bus_subscription (agent_id, id)`,
    sql`create index bus_subscription_project on bus_subscription (project_id, id) where project_id is not null`,
    sql`create table fix_verification (
      id ${id}, public_id ${text} not null unique,
      project_id ${integer} not null references project (id), agent_id ${integer} not null,
      fingerprint ${text} not null, commit_sha ${text} not null, state ${text} not null,
      needed ${integer} not null, clean ${integer} not null default 0, hits ${integer} not null,
      runs ${integer} not null, tests ${text} not null, legs ${text} not null, suites ${text} not null,
      refuted_by ${text}, created_at ${bigint} not null, decided_at ${bigint},
      unique (agent_id, project_id, fingerprint, commit_sha))`,
    sql`create index fix_verification_project on fix_verification (project_id, id)`,
    sql`create table fix_run (
      verification_id ${integer} not null references fix_verification (id),
      execution_id ${integer} not null references execution (id), project_id ${integer} not null,
      outcome ${text} not null, clean ${integer} not null,
      primary key (verification_id, execution_id)) ${clustered}`,
    sql`create index fix_run_execution on fix_run (execution_id)`,
    sql`create index fix_run_project on fix_run (project_id, verification_id)`,
    // The events of one moment are one message.
    sql`create index outbox_moment on outbox (organization_id, kind, created_at)`,
  ]
  for (const statement of statements) await statement.execute(db)
}
