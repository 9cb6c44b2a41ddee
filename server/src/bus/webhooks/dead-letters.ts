import type { busLiveOperations } from '@svc/schema'
import { readPage } from '../../kernel/id-cursor.ts'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { Problem } from '../../kernel/problem.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import type { Wake } from '../../kernel/wake.ts'
import { forUpdate } from '../../store/portable.ts'
import { managedAgent } from '../agent-access.ts'
import { findWebhook, requireWebhook } from './find-webhook.ts'

type Verbs = Handlers<typeof busLiveOperations>

const PRIORITY_NAMES = ['urgent', 'high', 'normal', 'low'] as const

/** The deliveries of an agent's webhook that the server gave up, newest first. */
export const listDeadLetters: Verbs['listDeadLetters'] = async ({ ctx, input }) => {
  const agent = await managedAgent.find(ctx, input.id)
  const webhook = await findWebhook(ctx.store.read, agent)
  if (!webhook) return { items: [], nextCursor: null }
  const query = ctx.store.read
    .selectFrom('webhook_delivery')
    .leftJoin('bus_message', 'bus_message.id', 'webhook_delivery.message_id')
    .select([
      'webhook_delivery.id',
      'webhook_delivery.public_id',
      'webhook_delivery.attempts',
      'webhook_delivery.created_at',
      'webhook_delivery.ended_at',
      'webhook_delivery.status',
      'webhook_delivery.problem',
      'bus_message.public_id as message',
      'bus_message.from_name as from',
      'bus_message.priority',
    ])
    .where('webhook_delivery.webhook_id', '=', webhook.id)
    .where('webhook_delivery.state', '=', 'failed')
  const { page, nextCursor } = await readPage(ctx, query, 'webhook_delivery.id', input)
  return {
    items: page.map((row) => ({
      id: row.public_id,
      message: row.message,
      from: row.from,
      priority: row.priority === null ? null : (PRIORITY_NAMES[row.priority] ?? 'normal'),
      attempts: row.attempts,
      createdAt: iso(row.created_at),
      endedAt: isoOrNull(row.ended_at),
      status: row.status,
      problem: row.problem,
    })),
    nextCursor,
  }
}

/**
 * Queues dead letters again: one of them, or all of the agent. Throws CONFLICT if the webhook is
 * disabled.
 */
export const resendDeadLetters =
  (wake: Wake): Verbs['resendDeadLetters'] =>
  async ({ ctx, input }) => {
    const agent = await managedAgent.find(ctx, input.id)
    const now = ctx.clock()
    const queued = await ctx.store.write(async (db) => {
      // Locks the agent first: a new address creates a new row, and a wait for the old row would
      // not find it.
      await managedAgent.hold(db, ctx, agent)
      await db
        .selectFrom('webhook')
        .select('id')
        .where('agent_id', '=', agent.id)
        .$call(forUpdate(ctx.store.dialect))
        .execute()
      const webhook = await requireWebhook(db, agent)
      if (webhook.disabled_at !== null)
        throw new Problem(
          'CONFLICT',
          `The webhook is disabled: ${webhook.disabled_because ?? 'it failed too long.'} Set its address again first.`,
        )
      const { numUpdatedRows } = await db
        .updateTable('webhook_delivery')
        .set({ state: 'waiting', attempts: 0, created_at: now, next_at: now, ended_at: null })
        .where('webhook_id', '=', webhook.id)
        .where('state', '=', 'failed')
        .$if(input.delivery !== undefined, (query) => query.where('public_id', '=', input.delivery as string))
        .executeTakeFirst()
      return Number(numUpdatedRows)
    })
    if (queued === 0 && input.delivery !== undefined)
      throw new Problem('NOT_FOUND', 'There is no such dead letter of this agent.')
    wake.notify('deliveries', agent.public_id)
    return { queued }
  }
