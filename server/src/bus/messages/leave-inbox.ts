import { sql } from 'kysely'
import type { Db } from '../../store/portable.ts'

/**
 * In the transaction that ends the wait of messages: frees their places in the inbox. The count of an older server may be
 * too low, and is never below zero.
 */
export async function leaveInbox(db: Db, agentId: number, messages: number): Promise<void> {
  if (messages === 0) return
  await db
    .updateTable('agent')
    .set({ unread: sql<number>`case when unread > ${messages} then unread - ${messages} else 0 end` })
    .where('id', '=', agentId)
    .execute()
}
