import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Webhooks of agents. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { integer, bigint } = columnTypes(dialect)
  const statements = [
    sql`alter table webhook add column agent_id ${integer}`,
    sql`alter table webhook add column queued_to ${bigint}`,
    sql`create unique index webhook_agent on webhook (agent_id) where agent_id is not null`,
    sql`alter table webhook_delivery add column message_id ${integer}`,
    sql`create index webhook_delivery_dead on webhook_delivery (webhook_id, id) where state = 'failed'`,
  ]
  for (const statement of statements) await statement.execute(db)
}
