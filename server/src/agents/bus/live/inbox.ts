import { isOneOf } from '../../../ground/store/portable.ts'
import type { BusParts, MessageRow } from '../dependencies.ts'
import { checkMessages } from '../messages/check-messages.ts'
import { describeLive } from './describe-live.ts'
import type { Inbox } from './feed.ts'
import type { LiveMessage } from './frame.ts'
import { type Marks, PRIORITIES } from './marks.ts'

const OPEN: string[] = ['pending', 'delivered']

/**
 * The inbox of one agent as live channels read it: each message is verified, and expired ones are
 * omitted.
 */
export function readInboxOf(bus: BusParts, agentId: number, clock: () => number): Inbox {
  const { store } = bus
  const checked = async (rows: MessageRow[]): Promise<LiveMessage[]> => {
    const now = clock()
    // The job that fails expired messages may not have run yet.
    const open = rows.filter(
      ({ status, expires_at }) => OPEN.includes(status) && (expires_at === null || expires_at > now),
    )
    return (await checkMessages(bus, open, now)).map((message) => ({
      sequence: message.row.sequence,
      priority: message.row.priority,
      isAuthentic: message.authenticity === 'authentic',
      body: describeLive(message),
    }))
  }
  return {
    async between(after, upTo, limit) {
      const rows = await store.lookup
        .selectFrom('bus_message')
        .selectAll()
        .where('to_agent_id', '=', agentId)
        .where('sequence', '>', after)
        .where('sequence', '<=', upTo)
        .orderBy('sequence')
        .limit(limit)
        .execute()
      const last = rows.length < limit ? upTo : (rows.at(-1)?.sequence ?? upTo)
      return { messages: await checked(rows), upTo: last }
    },
    async beyond(marks, upTo, { limit, pendingOnly }) {
      const rows: MessageRow[] = []
      for (const priority of PRIORITIES) {
        if (rows.length >= limit) break
        const found = await store.read
          .selectFrom('bus_message')
          .selectAll()
          .where('to_agent_id', '=', agentId)
          .where(isOneOf(store.dialect, 'status', pendingOnly ? ['pending'] : OPEN))
          .where('priority', '=', priority)
          .where('sequence', '>', marks[priority])
          .where('sequence', '<=', upTo)
          .orderBy('sequence')
          .limit(limit - rows.length)
          .execute()
        rows.push(...found)
      }
      return { messages: await checked(rows), reached: marksAfter(marks, rows), isAll: rows.length < limit }
    },
  }
}

const marksAfter = (marks: Marks, rows: MessageRow[]): Marks =>
  PRIORITIES.map((priority) =>
    Math.max(marks[priority], ...rows.filter((row) => row.priority === priority).map((row) => row.sequence)),
  ) as unknown as Marks
