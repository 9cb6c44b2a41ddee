import { sql } from 'kysely'
import { columnTypes, type Dialect } from '../../portable.ts'
import { messageIndex } from '../../portable-search.ts'

/** Agents, their messages, tasks, leases and subscriptions. */
export function busTables(dialect: Dialect) {
  const { id, text, integer, bigint, clustered } = columnTypes(dialect)
  const lastsUntil = sql.raw('(coalesce(expires_at, 9007199254740991))')
  return [
    sql`create table agent (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id), name ${text} not null,
      display_name ${text}, instance ${text} not null, model ${text}, role ${text},
      capabilities ${text} not null, status ${text} not null, credential ${text} not null,
      sequence ${bigint} not null default 0, unread ${integer} not null default 0,
      created_at ${bigint} not null, updated_at ${bigint} not null, last_seen_at ${bigint},
      live_until ${bigint}, unique (organization_id, name))`,
    sql`create index agent_organization on agent (organization_id, id)`,
    sql`create index agent_credential on agent (organization_id, credential)`,
    sql`create table agent_key (
      id ${id}, public_id ${text} not null unique, organization_id ${integer} not null,
      agent_id ${integer}, agent_name ${text} not null, sealed ${text} not null,
      created_at ${bigint} not null, retires_at ${bigint})`,
    sql`create index agent_key_agent on agent_key (agent_id, id)`,
    sql`create index agent_key_organization on agent_key (organization_id, id)`,
    sql`create index agent_key_server on agent_key (organization_id, agent_name) where agent_id is null`,
    sql`create table agent_project (
      agent_id ${integer} not null references agent (id),
      project_id ${integer} not null references project (id), role ${text} not null,
      assigned_at ${bigint} not null, primary key (agent_id, project_id)) ${clustered}`,
    sql`create index agent_project_project on agent_project (project_id, agent_id)`,
    sql`create table bus_message (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id), to_agent_id ${integer} not null,
      to_name ${text} not null, sequence ${bigint} not null, from_agent_id ${integer},
      from_name ${text} not null, from_display_name ${text}, from_instance ${text},
      client_message_id ${text}, type ${text} not null, priority ${integer} not null, channel ${text},
      reply_to ${text}, thread ${text} not null, payload ${text} not null, sent_at ${bigint} not null,
      key_id ${text} not null, signature ${text} not null, signed_by ${text} not null,
      envelope_mac ${text} not null, status ${text} not null, problem ${text},
      created_at ${bigint} not null, delivered_at ${bigint}, read_at ${bigint}, failed_at ${bigint},
      expires_at ${bigint}, shown_characters ${integer} not null default 0,
      unique (to_agent_id, sequence))`,
    sql`create unique index bus_message_repeat on bus_message (from_agent_id, client_message_id)
      where client_message_id is not null`,
    sql`create unique index bus_message_replay on bus_message (from_agent_id, signature)
      where signed_by = 'agent'`,
    // Their last column is the text of `LASTS_UNTIL`, so that expired messages are passed without reading them.
    sql`create index bus_message_inbox on bus_message (to_agent_id, status, priority, sequence, ${lastsUntil})`,
    sql`create index bus_message_in_order on bus_message (to_agent_id, status, sequence, ${lastsUntil})
      where status = 'pending'`,
    sql`create index bus_message_sent on bus_message (from_agent_id, id) where from_agent_id is not null`,
    sql`create index bus_message_thread on bus_message (organization_id, thread, id)`,
    sql`create index bus_message_organization on bus_message (organization_id, id)`,
    sql`create index bus_message_expiry on bus_message (expires_at)
      where expires_at is not null and status in ('pending', 'delivered')`,
    sql`create index bus_message_over on bus_message (status, created_at)`,
    sql`create index bus_message_expired on bus_message (to_agent_id, status, expires_at, sequence)
      where status = 'pending' and expires_at is not null`,
    ...messageIndex(dialect),
    sql`create table task (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id),
      project_id ${integer} references project (id), title ${text} not null, description ${text},
      priority ${integer} not null, deadline ${bigint}, payload ${text}, status ${text} not null,
      result ${text}, assigned_to ${integer} not null, assigned_name ${text} not null,
      created_by ${integer}, created_by_person ${integer}, created_name ${text} not null, version ${integer} not null default 1,
      rerun_commit ${text}, created_at ${bigint} not null, updated_at ${bigint} not null,
      ended_at ${bigint}, overdue_at ${bigint}, orphaned_at ${bigint}, claimed_from ${integer})`,
    sql`create index task_organization on task (organization_id, id)`,
    sql`create index task_ended on task (organization_id, ended_at, id) where ended_at is not null`,
    sql`create index task_assigned on task (assigned_to, id)`,
    sql`create index task_created on task (created_by, id) where created_by is not null`,
    sql`create index task_project on task (project_id, id) where project_id is not null`,
    sql`create index task_open on task (id) where status in ('pending', 'in_progress')`,
    sql`create index task_due on task (deadline)
      where deadline is not null and overdue_at is null and status in ('pending', 'in_progress')`,
    sql`create index task_rerun on task (project_id, id)
      where rerun_commit is not null and status in ('pending', 'in_progress')`,
    sql`create index task_in_progress on task (updated_at) where status = 'in_progress'`,
    sql`create table task_change (
      id ${id}, task_id ${integer} not null references task (id),
      organization_id ${integer} not null references organization (id),
      project_id ${integer} references project (id), at ${bigint} not null, actor ${text} not null,
      changes ${text} not null, because ${text})`,
    sql`create index task_change_task on task_change (task_id, id)`,
    sql`create index task_change_organization on task_change (organization_id, id)`,
    sql`create index task_change_project on task_change (project_id, id) where project_id is not null`,
    sql`create table bus_lease (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id),
      project_id ${integer} references project (id), subject ${text} not null,
      subject_id ${text} not null, place ${text} not null, agent_id ${integer} not null,
      agent_name ${text} not null, since ${bigint} not null, ends_at ${bigint} not null,
      unique (organization_id, place))`,
    sql`create index bus_lease_ends on bus_lease (ends_at)`,
    sql`create index bus_lease_agent on bus_lease (agent_id, id)`,
    sql`create index bus_lease_project on bus_lease (project_id, id) where project_id is not null`,
    sql`create table bus_subscription (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id), agent_id ${integer} not null,
      source ${text} not null, event ${text} not null, project_id ${integer} references project (id),
      branch ${text}, suite ${text}, created_at ${bigint} not null)`,
    sql`create index bus_subscription_event on bus_subscription (organization_id, event, id)`,
    sql`create index bus_subscription_agent on bus_subscription (agent_id, id)`,
    sql`create index bus_subscription_project on bus_subscription (project_id, id)
      where project_id is not null`,
    sql`create table fix_verification (
      id ${id}, public_id ${text} not null unique, project_id ${integer} not null references project (id),
      agent_id ${integer} not null, fingerprint ${text} not null, commit_sha ${text} not null,
      state ${text} not null, needed ${integer} not null, clean ${integer} not null default 0,
      hits ${integer} not null, runs ${integer} not null, tests ${text} not null, legs ${text} not null,
      suites ${text} not null, refuted_by ${text}, created_at ${bigint} not null, decided_at ${bigint},
      asked_again_at ${bigint}, unique (agent_id, project_id, fingerprint, commit_sha))`,
    sql`create index fix_verification_project on fix_verification (project_id, id)`,
    sql`create table fix_run (
      verification_id ${integer} not null references fix_verification (id),
      execution_id ${integer} not null references execution (id), project_id ${integer} not null,
      outcome ${text} not null, clean ${integer} not null,
      primary key (verification_id, execution_id)) ${clustered}`,
    sql`create index fix_run_execution on fix_run (execution_id)`,
    sql`create index fix_run_project on fix_run (project_id, verification_id)`,
  ]
}
