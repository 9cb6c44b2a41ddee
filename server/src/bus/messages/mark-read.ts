import type { messageOperations } from '@svc/schema'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { isOneOf } from '../../store/portable.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { BusParts } from '../parts.ts'
import { hasStatus } from './status-now.ts'

export const markMessagesRead =
  ({ store }: BusParts): Handlers<typeof messageOperations>['markMessagesRead'] =>
  async ({ ctx, input }) => {
    const agent = await actingAgent(actingAs(ctx, input.agent))
    const now = ctx.clock()
    const ids = input.ids.map((id) => id.toLowerCase())
    const marked = await store.write(async (db) => {
      const rows = await db
        .updateTable('bus_message')
        .set({ status: 'read', read_at: now })
        .where('to_agent_id', '=', agent.id)
        .where(isOneOf(store.dialect, 'public_id', ids))
        .where((eb) => eb.or([hasStatus('pending', now), hasStatus('delivered', now)]))
        .returning('id')
        .execute()
      if (rows.length > 0)
        await db
          .updateTable('agent')
          .set((eb) => ({ unread: eb('unread', '-', rows.length) }))
          .where('id', '=', agent.id)
          .execute()
      return rows.length
    })
    return { marked }
  }
