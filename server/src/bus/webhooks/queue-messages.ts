import { isBacked } from '../../identity/credential-owner.ts'
import { newId } from '../../kernel/id.ts'
import type { Store } from '../../store/open.ts'
import { type Db, forUpdate } from '../../store/portable.ts'
import { inTurns } from '../../store/round-robin.ts'

/** The number of messages of one webhook that are queued at a time. */
const BATCH = 500
/** The number of webhooks between two calls of `queued`. */
const ROUND = 16
/**
 * One order of turns reads all webhooks with messages, so it covers this share of them, and at
 * least one round. A message that arrives meanwhile waits for that many webhooks.
 */
const SHARE = 0.25

interface Options {
  /** Called after each round that queued a message; the next one waits for it. */
  queued?: () => unknown
  ending?: AbortSignal
}

/**
 * Queues messages that arrived for agents with a webhook, until none wait or the signal aborts.
 * Organizations take turns, and so do the webhooks of one organization. Several replicas may run it
 * at once, because each webhook is locked meanwhile.
 */
export async function queueMessages(
  store: Store,
  now: number,
  { queued = () => undefined, ending }: Options = {},
): Promise<void> {
  await forgetWebhooksOfDeletedAgents(store)
  const served = new Served()
  while (!ending?.aborted) {
    const due = served.inOrder(await dueWebhooks(store))
    if (due.length === 0) return
    const most = Math.max(ROUND, Math.ceil(due.length * SHARE))
    for (let from = 0; from < most && !ending?.aborted; from += ROUND) {
      let count = 0
      for (const webhook of due.slice(from, Math.min(from + ROUND, most))) {
        if (ending?.aborted) break
        count += await store.write((db) => queueOne(db, store, webhook.id, now))
        served.note(webhook)
      }
      if (count > 0) await queued()
    }
  }
}

interface Due {
  id: number
  organizationId: number
}

/** When each organization and webhook last had a turn. */
class Served {
  readonly #webhooks = new Map<number, number>()
  readonly #organizations = new Map<number, number>()
  #turns = 0

  note({ id, organizationId }: Due): void {
    this.#turns++
    this.#webhooks.set(id, this.#turns)
    this.#organizations.set(organizationId, this.#turns)
  }

  /** The webhooks in turns of their organizations; the one that has waited longest comes first. */
  inOrder(due: Due[]): Due[] {
    const waiting = due.map((webhook) => ({
      webhook,
      organization: this.#organizations.get(webhook.organizationId) ?? 0,
      own: this.#webhooks.get(webhook.id) ?? 0,
    }))
    waiting.sort((one, other) => one.organization - other.organization || one.own - other.own)
    return inTurns(
      waiting.map(({ webhook }) => webhook),
      ({ organizationId }) => organizationId,
    )
  }
}

const dueWebhooks = ({ read }: Store): Promise<Due[]> =>
  read
    .selectFrom('webhook')
    .innerJoin('agent', 'agent.id', 'webhook.agent_id')
    .select(['webhook.id', 'webhook.organization_id as organizationId'])
    .where('webhook.agent_id', 'is not', null)
    .where('webhook.disabled_at', 'is', null)
    .where('agent.status', '!=', 'archived')
    .whereRef('agent.sequence', '>', 'webhook.queued_to')
    .where(isBacked('webhook', 'webhook.organization_id', 'editor'))
    .orderBy('webhook.id')
    .execute()

/** Returns how many messages it queued. Waits for another replica that does the same. */
async function queueOne(db: Db, { dialect }: Store, webhookId: number, now: number): Promise<number> {
  const webhook = await db
    .selectFrom('webhook')
    .select(['id', 'agent_id', 'organization_id', 'queued_to'])
    .where('id', '=', webhookId)
    .$call(forUpdate(dialect))
    .executeTakeFirst()
  if (!webhook || webhook.agent_id === null) return 0
  // Before the messages are read, so that the sequence numbers are visible to the next query.
  const agent = await db
    .selectFrom('agent')
    .select('sequence')
    .where('id', '=', webhook.agent_id)
    .executeTakeFirst()
  // Deleted since the round began; the next call removes its webhook.
  if (!agent) return 0
  const rows = await db
    .selectFrom('bus_message')
    .select(['id', 'public_id', 'sequence', 'priority', 'status'])
    .where('to_agent_id', '=', webhook.agent_id)
    .where('sequence', '>', webhook.queued_to ?? 0)
    // A larger number was written outside the server; with it, later messages would count as
    // queued.
    .where('sequence', '<=', agent.sequence)
    .orderBy('sequence')
    .limit(BATCH)
    .execute()
  const pending = rows
    .filter(({ status }) => status === 'pending')
    .sort((a, b) => a.priority - b.priority || a.sequence - b.sequence)
  if (pending.length > 0)
    await db
      .insertInto('webhook_delivery')
      .values(
        pending.map((message) => ({
          public_id: newId(now),
          webhook_id: webhookId,
          organization_id: webhook.organization_id,
          project_id: null,
          event: 'message',
          subject: `message ${message.public_id}`,
          payload: '',
          message_id: message.id,
          state: 'waiting' as const,
          attempts: 0,
          next_at: now,
          created_at: now,
        })),
      )
      .onConflict((conflict) => conflict.columns(['webhook_id', 'subject']).doNothing())
      .execute()
  // Without a row the messages were removed, so nothing waits.
  const queuedTo = rows.at(-1)?.sequence ?? agent.sequence
  await db.updateTable('webhook').set({ queued_to: queuedTo }).where('id', '=', webhookId).execute()
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
