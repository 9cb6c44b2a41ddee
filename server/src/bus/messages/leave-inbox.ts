import type { Db } from '../../store/portable.ts'

/** In the transaction that ends the wait of messages: frees their places in the inbox. */
export async function leaveInbox(db: Db, agentId: number, messages: number): Promise<void> {
  if (messages === 0) return
  await db
    .updateTable('agent')
    .set((eb) => ({ unread: eb('unread', '-', messages) }))
    .where('id', '=', agentId)
    .execute()
}
