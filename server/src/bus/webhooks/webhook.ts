import { randomBytes } from 'node:crypto'
import type { busLiveOperations } from '@svc/schema'
import { sql } from 'kysely'
import { recordAudit } from '../../identity/audit.ts'
import { agentGrant, authorizeGrant } from '../../identity/grants.ts'
import type { Caller } from '../../kernel/context.ts'
import { newId } from '../../kernel/id.ts'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { Problem } from '../../kernel/problem.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import type { Wake } from '../../kernel/wake.ts'
import { readAddress } from '../../notifications/address.ts'
import { placeOf, seal } from '../../notifications/seal.ts'
import type { Db } from '../../store/portable.ts'
import { readWebhookKey } from '../../store/secret.ts'
import { managedAgent } from '../agent-access.ts'
import type { AgentRow } from '../dependencies.ts'
import { findWebhook, requireWebhook, type WebhookRow } from './find-webhook.ts'
import { removeWebhook } from './remove-webhook.ts'

type Verbs = Handlers<typeof busLiveOperations>

const WRITE = { role: 'editor', scope: 'bus' } as const

export const getAgentWebhook: Verbs['getAgentWebhook'] = async ({ ctx, input }) => {
  const agent = await managedAgent.find(ctx, input.id)
  const webhook = await findWebhook(ctx.store.read, agent)
  return webhook ? describeWebhook(agent, webhook, await readRetry(ctx.store.read, webhook)) : null
}

export const setAgentWebhook =
  ({ allowPrivate, wake }: { allowPrivate: boolean; wake: Wake }): Verbs['setAgentWebhook'] =>
  async ({ ctx, input }) => {
    const found = await managedAgent.find(ctx, input.id)
    requireReader(ctx.caller, found)
    const url = readAddress(input.url, allowPrivate)
    const key = await readWebhookKey(ctx.store)
    const now = ctx.clock()
    const secret = `svw_${randomBytes(32).toString('base64url')}`
    const { agent, webhook } = await ctx.store.write(async (db) => {
      const { backing, caller } = await authorizeGrant(
        db,
        ctx,
        WRITE,
        agentGrant(ctx.caller.projectId),
        'The webhook of an agent',
      )
      const agent = await managedAgent.hold(db, { store: ctx.store, caller }, found)
      requireReader(caller, agent)
      await removeWebhook(db, agent)
      const pending = await db
        .selectFrom('bus_message')
        .select((eb) => eb.fn.min('sequence').as('first'))
        .where('to_agent_id', '=', agent.id)
        .where('status', '=', 'pending')
        .executeTakeFirst()
      const id = newId(now)
      const row = await db
        .insertInto('webhook')
        .values({
          public_id: id,
          organization_id: agent.organization_id,
          project_id: null,
          agent_id: agent.id,
          queued_to: (pending?.first ?? agent.sequence + 1) - 1,
          name: agent.name,
          kind: 'agent',
          address: seal(key, placeOf(id, 'address'), url.href),
          hint: `${url.protocol}//${url.host}/…${url.href.slice(-4)}`,
          secret: seal(key, placeOf(id, 'secret'), secret),
          events: '',
          created_by: ctx.caller.personId,
          created_at: now,
          ...backing,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await recordAudit(db, ctx.caller, now, {
        action: 'webhook.created',
        target: { kind: 'webhook', id, name: agent.name },
        detail: { host: url.host, kind: 'agent', agent: agent.public_id },
      })
      return { agent, webhook: row }
    })
    // Wakes the job that queues messages.
    wake.notify('bus', agent.public_id)
    return { ...describeWebhook(agent, webhook, null), secret }
  }

export const deleteAgentWebhook: Verbs['deleteAgentWebhook'] = async ({ ctx, input }) => {
  const agent = await managedAgent.find(ctx, input.id)
  const now = ctx.clock()
  return ctx.store.write(async (db) => {
    await managedAgent.hold(db, ctx, agent)
    const webhook = await requireWebhook(db, agent)
    await removeWebhook(db, agent)
    await recordAudit(db, ctx.caller, now, {
      action: 'webhook.deleted',
      target: { kind: 'webhook', id: webhook.public_id, name: agent.name },
    })
    return { id: webhook.public_id, deletedAt: iso(now) }
  })
}

/**
 * The address receives the agent's mail, and only people may read mail that is not their own.
 * Throws FORBIDDEN for keys.
 */
function requireReader(caller: Caller, agent: AgentRow): void {
  if (agent.credential === caller.credential || caller.personId !== null) return
  throw new Problem(
    'FORBIDDEN',
    `${agent.name} belongs to another credential, and this address would receive its messages. Use that credential, or sign in as an admin.`,
  )
}

/** The failed delivery that is retried next; null if none is waiting. */
async function readRetry(db: Db, { id }: WebhookRow) {
  const row = await db
    .selectFrom('webhook_delivery')
    .leftJoin('bus_message', 'bus_message.id', 'webhook_delivery.message_id')
    .select(['bus_message.public_id as message', 'attempts', 'webhook_delivery.status'])
    .select(['webhook_delivery.problem', 'next_at'])
    .where('webhook_id', '=', id)
    // Literals, so that SQLite recognizes the partial index.
    .where(sql<boolean>`state = 'waiting' and attempts > 0`)
    .where('webhook_delivery.problem', 'is not', null)
    .orderBy('next_at')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const { message, attempts, status, problem, next_at } = row
  return { message, attempts, status, problem: problem ?? '', nextAttemptAt: iso(next_at) }
}

const describeWebhook = (
  { name }: AgentRow,
  row: WebhookRow,
  retry: Awaited<ReturnType<typeof readRetry>>,
) => ({
  id: row.public_id,
  agent: name,
  address: row.hint,
  createdAt: iso(row.created_at),
  failingSince: isoOrNull(row.failing_since),
  disabledAt: isoOrNull(row.disabled_at),
  disabledBecause: row.disabled_because,
  retry,
})
