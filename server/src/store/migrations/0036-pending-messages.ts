import { type Kysely, sql } from 'kysely'
import { type Dialect, lockTable } from '../portable.ts'
import type { Tables } from '../tables.ts'

/** Delivered messages no longer count as unread: the agents of live channels would never empty their inboxes. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  // All that this step and the following ones change, in the order of a running replica's transactions: it and the
  // migration would otherwise wait for each other.
  await lockTable(db, dialect, 'task', 'access exclusive')
  await lockTable(db, dialect, 'agent', 'exclusive')
  await lockTable(db, dialect, 'webhook_delivery', 'exclusive')
  await sql`update agent set unread = (select count(*) from bus_message
    where to_agent_id = agent.id and status = 'pending')
    where unread > 0`.execute(db)
}
