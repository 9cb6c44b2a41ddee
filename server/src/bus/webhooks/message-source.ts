import { isBacked } from '../../identity/credential-owner.ts'
import type { MessageSource } from '../../notifications/deliverer.ts'
import type { BusParts } from '../dependencies.ts'
import { holdAgents } from '../hold-agent.ts'
import { acknowledgeRow } from '../live/acknowledge.ts'
import { describeLive } from '../live/describe-live.ts'
import { checkMessages } from '../messages/check-messages.ts'

/** Messages as agents' webhooks send them: read and verified at each attempt. */
export const messagesForWebhooks = (bus: BusParts, clock: () => number): MessageSource => ({
  async bodyOf(messageId, delivery) {
    const { store } = bus
    const row = await store.read
      .selectFrom('bus_message')
      .selectAll()
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (!row) return { problem: 'The message was deleted.' }
    if (row.status === 'failed') return { problem: `The message failed: ${row.problem ?? 'unknown reason'}` }
    if (row.status === 'read') return { problem: 'The agent read the message in its inbox.' }
    if (row.expires_at !== null && row.expires_at <= clock()) return { problem: 'The message expired.' }
    const agent = await store.read
      .selectFrom('agent')
      .innerJoin('webhook', 'webhook.agent_id', 'agent.id')
      .select('agent.status')
      .where('agent.id', '=', row.to_agent_id)
      .where(isBacked('webhook', 'webhook.organization_id', 'editor'))
      .executeTakeFirst()
    if (agent?.status === 'archived') return { problem: 'The agent is archived.' }
    if (!agent) return { problem: 'The key or person that set up this webhook may no longer receive it.' }
    const [checked] = await checkMessages(bus, [row], clock())
    if (checked?.authenticity !== 'authentic')
      return { problem: `The message failed: ${checked?.row.problem ?? 'it cannot be verified'}` }
    return { body: JSON.stringify({ delivery, event: 'message', message: describeLive(checked) }) }
  },
  async hold(db, messageId) {
    const row = await db
      .selectFrom('bus_message')
      .select('to_agent_id')
      .where('id', '=', messageId)
      .executeTakeFirst()
    if (row) await holdAgents(db, bus.store.dialect, [row.to_agent_id])
  },
  accepted: (db, messageId, now) => acknowledgeRow(db, messageId, now),
})
