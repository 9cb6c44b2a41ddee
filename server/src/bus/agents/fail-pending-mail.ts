import type { Db } from '../../store/portable.ts'
import { noticesOfFailure } from '../messages/failure-notices.ts'
import type { AgentRow, BusParts } from '../parts.ts'

/**
 * Fails the messages that wait for an agent which no longer receives any, and notifies their senders, in the caller's
 * transaction. Delivered messages stay delivered.
 */
export async function failPendingMail(
  db: Db,
  bus: BusParts,
  agent: AgentRow,
  why: string,
  now: number,
): Promise<{ failed: number; notify: () => void }> {
  const failed = await db
    .updateTable('bus_message')
    .set({ status: 'failed', problem: why, failed_at: now })
    .where('to_agent_id', '=', agent.id)
    .where('status', '=', 'pending')
    .returning(['public_id', 'from_agent_id', 'to_agent_id', 'to_name', 'organization_id'])
    .execute()
  return { failed: failed.length, notify: await noticesOfFailure(db, bus, failed, why, now) }
}
