import { sql } from 'kysely'
import type { Db } from '../../store/portable.ts'

/**
 * Frees the places of messages in the inbox, in the transaction that ends their wait. A count
 * written by an older server may be too low, so it never drops below zero.
 */
export async function leaveInbox(db: Db, agentId: number, messages: number): Promise<void> {
  if (messages === 0) return
  await db
    .updateTable('agent')
    .set({ unread: sql<number>`case when unread > ${messages} then unread - ${messages} else 0 end` })
    .where('id', '=', agentId)
    .execute()
}
