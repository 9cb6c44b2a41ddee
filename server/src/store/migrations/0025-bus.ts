import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import { messageIndex } from '../portable-search.ts'
import type { Tables } from '../tables.ts'

/** Agents with their keys and projects, and the messages between them. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, integer, bigint, clustered } = columnTypes(dialect)
  const statements = [
    sql`create table agent (
      id ${id}, public_id ${text} not null unique, organization_id ${integer} not null references organization (id),
      name ${text} not null, display_name ${text}, instance ${text} not null, model ${text}, role ${text},
      capabilities ${text} not null, status ${text} not null, credential ${text} not null,
      sequence ${bigint} not null default 0, unread ${integer} not null default 0,
      created_at ${bigint} not null, updated_at ${bigint} not null, last_seen_at ${bigint}, live_until ${bigint},
      unique (organization_id, name))`,
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
      agent_id ${integer} not null references agent (id), project_id ${integer} not null references project (id),
      role ${text} not null, assigned_at ${bigint} not null, primary key (agent_id, project_id)) ${clustered}`,
    sql`create index agent_project_project on agent_project (project_id, agent_id)`,
    sql`create table bus_message (
      id ${id}, public_id ${text} not null unique, organization_id ${integer} not null references organization (id),
      to_agent_id ${integer} not null, to_name ${text} not null, sequence ${bigint} not null,
      from_agent_id ${integer}, from_name ${text} not null, from_display_name ${text}, from_instance ${text},
      client_message_id ${text}, type ${text} not null, priority ${integer} not null, channel ${text},
      reply_to ${text}, thread ${text} not null, payload ${text} not null, sent_at ${bigint} not null,
      key_id ${text} not null, signature ${text} not null, signed_by ${text} not null, envelope_mac ${text} not null,
      status ${text} not null, problem ${text}, created_at ${bigint} not null, delivered_at ${bigint},
      read_at ${bigint}, failed_at ${bigint}, expires_at ${bigint},
      unique (to_agent_id, sequence))`,
    sql`create unique index bus_message_repeat on bus_message (from_agent_id, client_message_id)
      where client_message_id is not null`,
    sql`create unique index bus_message_replay on bus_message (from_agent_id, signature)
      where signed_by = 'agent'`,
    sql`create index bus_message_inbox on bus_message (to_agent_id, status, priority, sequence)`,
    sql`create index bus_message_sent on bus_message (from_agent_id, id) where from_agent_id is not null`,
    sql`create index bus_message_thread on bus_message (organization_id, thread, id)`,
    sql`create index bus_message_organization on bus_message (organization_id, id)`,
    sql`create index bus_message_expiry on bus_message (expires_at)
      where expires_at is not null and status in ('pending', 'delivered')`,
    sql`create index bus_message_over on bus_message (status, created_at)`,
    ...messageIndex(dialect),
  ]
  for (const statement of statements) await statement.execute(db)
  await db
    .insertInto('secret')
    .values({ name: 'bus', value: randomBytes(32).toString('hex') })
    .execute()
}
