import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Webhooks, their deliveries, and the addresses of badges. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, bigint } = columnTypes(dialect)
  const statements = [
    sql`create table webhook (
      id ${id}, public_id ${text} not null unique, organization_id ${integer} not null references organization (id),
      project_id ${integer} references project (id), name ${text} not null, kind ${text} not null,
      address ${text} not null, hint ${text} not null, secret ${text}, events ${text} not null,
      created_at ${bigint} not null, failing_since ${bigint}, disabled_at ${bigint}, disabled_because ${text})`,
    sql`create index webhook_organization on webhook (organization_id, id)`,
    sql`create index webhook_project on webhook (project_id, id) where project_id is not null`,
    sql`create table webhook_delivery (
      id ${id}, public_id ${text} not null, webhook_id ${integer} not null references webhook (id),
      organization_id ${integer} not null, project_id ${integer}, event ${text} not null, subject ${text} not null,
      payload ${text} not null, state ${text} not null, attempts ${integer} not null, next_at ${bigint} not null,
      created_at ${bigint} not null, ended_at ${bigint}, status ${integer}, problem ${text})`,
    sql`create unique index webhook_delivery_subject on webhook_delivery (webhook_id, subject)`,
    sql`create index webhook_delivery_newest on webhook_delivery (webhook_id, id)`,
    sql`create index webhook_delivery_due on webhook_delivery (next_at) where state = 'waiting'`,
    sql`create index webhook_delivery_over on webhook_delivery (ended_at) where ended_at is not null`,
    sql`create index webhook_delivery_organization on webhook_delivery (organization_id, id)`,
    sql`create index webhook_delivery_project on webhook_delivery (project_id, id) where project_id is not null`,
    sql`create table badge (
      project_id ${integer} primary key references project (id), token ${text} not null unique,
      created_at ${bigint} not null)`,
  ]
  for (const statement of statements) await statement.execute(db)
  await db
    .insertInto('secret')
    .values({ name: 'webhooks', value: randomBytes(32).toString('hex') })
    .execute()
}
