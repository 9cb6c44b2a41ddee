import type { messageOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import { holdAgents } from '../hold-agent.ts'
import { leaveInbox } from './leave-inbox.ts'
import { hasStatus } from './status-now.ts'

export const markMessagesRead: Handlers<typeof messageOperations>['markMessagesRead'] = async ({
  ctx,
  input,
}) => {
  const { store } = ctx
  const agent = await actingAgent(actingAs(ctx, input.agent))
  const now = ctx.clock()
  const { partOf, characters } = input
  const ids = input.ids.map((id) => id.toLowerCase())
  const marked = await store.write(async (db) => {
    await holdAgents(db, store.dialect, [agent.id])
    const mark = async (status: 'pending' | 'delivered') => {
      const { numUpdatedRows } = await db
        .updateTable('bus_message')
        .set({ status: 'read', read_at: now })
        .where('to_agent_id', '=', agent.id)
        .where(isOneOf(store.dialect, 'public_id', ids))
        .where(hasStatus(status, now))
        .executeTakeFirst()
      return Number(numUpdatedRows)
    }
    const pending = await mark('pending')
    const delivered = await mark('delivered')
    await leaveInbox(db, agent.id, pending)
    if (partOf !== undefined)
      await db
        .updateTable('bus_message')
        .set({ shown_characters: characters })
        .where('to_agent_id', '=', agent.id)
        .where('public_id', '=', partOf.toLowerCase())
        .where('shown_characters', '<', characters)
        .execute()
    return delivered + pending
  })
  return { marked }
}
