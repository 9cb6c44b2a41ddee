import { sql } from 'kysely'
import type { Db } from '../../../ground/store/portable.ts'

/** Frees the places of messages in the inbox, in the transaction that ends their wait. */
export async function leaveInbox(db: Db, agentId: number, messages: number): Promise<void> {
  if (messages === 0) return
  await db
    .updateTable('agent')
    .set({ unread: sql<number>`unread - ${messages}` })
    .where('id', '=', agentId)
    .execute()
}
