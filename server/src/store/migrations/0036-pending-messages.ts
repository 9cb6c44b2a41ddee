import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Delivered messages no longer count as unread: the agents of live channels would never empty their inboxes. */
export async function up(db: Kysely<Tables>): Promise<void> {
  await sql`update agent set unread = (select count(*) from bus_message
    where to_agent_id = agent.id and status = 'pending')
    where unread > 0`.execute(db)
}
