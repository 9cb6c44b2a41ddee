import { sql } from 'kysely'
import { columnTypes, type Dialect } from '../../portable.ts'

/** What replicas claim, webhooks, archives and retention. */
export function upkeepTables(dialect: Dialect) {
  const { id, text, integer, small, bigint, bytes, clustered } = columnTypes(dialect)
  return [
    sql`create table outbox (
      id ${id}, organization_id ${integer} not null references organization (id), kind ${text} not null,
      payload ${text} not null, created_at ${bigint} not null, dispatched_at ${bigint},
      claimed_until ${bigint}, attempts ${small} not null default 0, owed ${text}, told_to ${integer})`,
    sql`create index outbox_waiting on outbox (id) where dispatched_at is null`,
    // The events of one moment are one message.
    sql`create index outbox_moment on outbox (organization_id, kind, created_at)`,
    sql`create table lease (
      name ${text} not null primary key, holder ${text} not null, until ${bigint} not null)`,
    sql`create table replica (
      id ${text} not null primary key, host ${text} not null, started_at ${bigint} not null,
      seen_until ${bigint} not null)`,
    sql`create table change_count (
      project_id ${integer} not null, slot ${integer} not null, changes ${bigint} not null,
      primary key (project_id, slot)) ${clustered}`,
    sql`create table package_archive (
      name ${text} not null primary key, data ${bytes} not null, kept_at ${bigint} not null)`,
    sql`create table refused_upload (
      id ${id}, organization_id ${integer} not null references organization (id), door ${text} not null,
      code ${text} not null, message ${text} not null, credential ${text} not null,
      count ${integer} not null, first_at ${bigint} not null, last_at ${bigint} not null,
      unique (organization_id, door, code, credential, message))`,
    sql`create index refused_upload_newest on refused_upload (organization_id, last_at, id)`,
    sql`create table webhook (
      id ${id}, public_id ${text} not null unique,
      organization_id ${integer} not null references organization (id),
      project_id ${integer} references project (id), name ${text} not null, kind ${text} not null,
      address ${text} not null, hint ${text} not null, secret ${text}, events ${text} not null,
      created_at ${bigint} not null, failing_since ${bigint}, disabled_at ${bigint},
      disabled_because ${text}, created_by ${integer} references person (id),
      owner_id ${integer} references person (id), parent_key_id ${integer}, busy_until ${bigint},
      deleted_at ${bigint})`,
    sql`create index webhook_organization on webhook (organization_id, id)`,
    sql`create index webhook_project on webhook (project_id, id) where project_id is not null`,
    sql`create index webhook_deleted on webhook (id) where deleted_at is not null`,
    sql`create index webhook_disabled on webhook (id) where disabled_at is not null`,
    sql`create table webhook_delivery (
      id ${id}, public_id ${text} not null, webhook_id ${integer} not null references webhook (id),
      organization_id ${integer} not null, project_id ${integer}, event ${text} not null,
      subject ${text} not null, payload ${text} not null, state ${text} not null,
      attempts ${integer} not null, next_at ${bigint} not null, created_at ${bigint} not null,
      ended_at ${bigint}, status ${integer}, problem ${text})`,
    sql`create unique index webhook_delivery_subject on webhook_delivery (webhook_id, subject)`,
    sql`create index webhook_delivery_newest on webhook_delivery (webhook_id, id)`,
    sql`create index webhook_delivery_due on webhook_delivery (next_at) where state = 'waiting'`,
    sql`create index webhook_delivery_over on webhook_delivery (ended_at) where ended_at is not null`,
    sql`create index webhook_delivery_organization on webhook_delivery (organization_id, id)`,
    sql`create index webhook_delivery_project on webhook_delivery (project_id, id)
      where project_id is not null`,
    sql`create index webhook_delivery_failed on webhook_delivery (webhook_id, id) where state = 'failed'`,
    sql`create index webhook_delivery_waiting on webhook_delivery (webhook_id, id)
      where state = 'waiting'`,
    sql`create table badge (
      project_id ${integer} primary key references project (id), token ${text} not null unique,
      created_at ${bigint} not null, created_by ${integer} references person (id),
      owner_id ${integer} references person (id), parent_key_id ${integer})`,
    sql`create table archive (
      execution_id ${integer} not null, number ${integer} not null, first_test_id ${integer} not null,
      last_test_id ${integer} not null, results ${integer} not null, data ${bytes} not null,
      restored ${small} not null default 0, primary key (execution_id, number)) ${clustered}`,
    sql`create table leftover (execution_id ${integer} primary key)`,
    sql`create table retention (
      organization_id ${integer} primary key references organization (id), archive_days ${integer},
      passing_detail_days ${integer}, failing_detail_days ${integer}, passing_artifact_days ${integer},
      failing_artifact_days ${integer}, execution_days ${integer}, audit_days ${integer})`,
  ]
}
