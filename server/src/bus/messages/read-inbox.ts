import { sql } from 'kysely'
import type { BusParts, MessageRow } from '../dependencies.ts'
import { type CheckedMessage, checkMessages } from './check-messages.ts'

/** The last sequence number that a reader has of each priority: urgent, high, normal, low. */
export type Marks = readonly [urgent: number, high: number, normal: number, low: number]

/**
 * Messages of an inbox beyond the marks that wait for their recipient, urgent first and in sequence
 * within a priority. Each is verified; a modified one is marked failed and has no text.
 */
export async function readAfter(
  bus: BusParts,
  { agentId, marks, limit, now }: { agentId: number; marks: Marks; limit: number; now: number },
): Promise<CheckedMessage[]> {
  const rows: MessageRow[] = []
  for (const [priority, mark] of marks.entries()) {
    if (rows.length >= limit) break
    const more = await bus.store.read
      .selectFrom('bus_message')
      .selectAll()
      .where('to_agent_id', '=', agentId)
      .where('status', 'in', ['pending', 'delivered'])
      .where('priority', '=', priority)
      .where('sequence', '>', mark)
      .where(sql<boolean>`(expires_at is null or expires_at > ${now})`)
      .orderBy('sequence')
      .limit(limit - rows.length)
      .execute()
    rows.push(...more)
  }
  return checkMessages(bus, rows, now)
}
