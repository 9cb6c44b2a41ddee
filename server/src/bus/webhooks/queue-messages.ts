import { isBacked } from '../../identity/backing.ts'
import { newId } from '../../kernel/id.ts'
import type { Store } from '../../store/open.ts'
import { claimRows, type Db } from '../../store/portable.ts'

/** Messages of one webhook that are queued at a time. */
const BATCH = 500

/**
 * Queues messages that have arrived for agents with a webhook. Returns true if any was queued. Several replicas may do it
 * at a time: each webhook is locked while its messages are queued.
 */
export async function queueMessages(store: Store, now: number): Promise<boolean> {
  await forgetWebhooksOfDeletedAgents(store)
  const due = await dueWebhooks(store)
  let queued = 0
  for (const { id } of due) queued += await store.write((db) => queueOne(db, store, id, now))
  return queued > 0
}

const dueWebhooks = ({ read }: Store) =>
  read
    .selectFrom('webhook')
    .innerJoin('agent', 'agent.id', 'webhook.agent_id')
    .select('webhook.id')
    .where('webhook.agent_id', 'is not', null)
    .where('webhook.disabled_at', 'is', null)
    .where('agent.status', '!=', 'archived')
    .whereRef('agent.sequence', '>', 'webhook.queued_to')
    .where(isBacked('webhook', 'webhook.organization_id', 'editor'))
    .execute()

async function queueOne(db: Db, { dialect }: Store, webhookId: number, now: number): Promise<number> {
  const webhook = await db
    .selectFrom('webhook')
    .select(['id', 'agent_id', 'organization_id', 'queued_to'])
    .where('id', '=', webhookId)
    .modifyEnd(claimRows(dialect))
    .executeTakeFirst()
  if (!webhook || webhook.agent_id === null) return 0
  const from = webhook.queued_to ?? 0
  const rows = await db
    .selectFrom('bus_message')
    .select(['id', 'public_id', 'sequence', 'priority', 'status'])
    .where('to_agent_id', '=', webhook.agent_id)
    .where('sequence', '>', from)
    .orderBy('sequence')
    .limit(BATCH)
    .execute()
  const last = rows.at(-1)
  if (!last) return 0
  const pending = rows
    .filter(({ status }) => status === 'pending')
    .sort((a, b) => a.priority - b.priority || a.sequence - b.sequence)
  for (const message of pending)
    await db
      .insertInto('webhook_delivery')
      .values({
        public_id: newId(now),
        webhook_id: webhookId,
        organization_id: webhook.organization_id,
        project_id: null,
        event: 'message',
        subject: `message ${message.public_id}`,
        payload: '',
        message_id: message.id,
        state: 'waiting',
        attempts: 0,
        next_at: now,
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(['webhook_id', 'subject']).doNothing())
      .execute()
  await db.updateTable('webhook').set({ queued_to: last.sequence }).where('id', '=', webhookId).execute()
  return pending.length
}

/** A hard delete of an agent leaves its webhook behind. */
async function forgetWebhooksOfDeletedAgents(store: Store): Promise<void> {
  const gone = await store.read
    .selectFrom('webhook')
    .leftJoin('agent', 'agent.id', 'webhook.agent_id')
    .select('webhook.id')
    .where('webhook.agent_id', 'is not', null)
    .where('agent.id', 'is', null)
    .execute()
  for (const { id } of gone)
    await store.write(async (db) => {
      await db.deleteFrom('webhook_delivery').where('webhook_id', '=', id).execute()
      await db.deleteFrom('webhook').where('id', '=', id).execute()
    })
}
