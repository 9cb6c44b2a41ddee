import { randomBytes } from 'node:crypto'
import type { busLiveOperations } from '@svc/schema'
import { type Selectable, sql } from 'kysely'
import { recordAudit } from '../../identity/audit.ts'
import { agentGrant, authorizeGrant } from '../../identity/grants.ts'
import { isAtLeast } from '../../kernel/access.ts'
import type { Caller, Context } from '../../kernel/context.ts'
import { newId } from '../../kernel/id.ts'
import { cursorAfter, idBefore } from '../../kernel/id-cursor.ts'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Wake } from '../../kernel/wake.ts'
import { readAddress } from '../../notifications/address.ts'
import { placeOf, seal } from '../../notifications/seal.ts'
import { type Db, forUpdate } from '../../store/portable.ts'
import { readWebhookKey } from '../../store/secret.ts'
import type { Tables } from '../../store/tables.ts'
import { findAgent } from '../find-agent.ts'
import { holdAgent } from '../hold-agent.ts'
import type { AgentRow } from '../parts.ts'
import { removeWebhook } from './remove-webhook.ts'

type Verbs = Handlers<typeof busLiveOperations>
type WebhookRow = Selectable<Tables['webhook']>

const PRIORITY_NAMES = ['urgent', 'high', 'normal', 'low'] as const
const WRITE = { role: 'editor', scope: 'bus' } as const

export const getAgentWebhook: Verbs['getAgentWebhook'] = async ({ ctx, input }) => {
  const agent = await ownAgent(ctx, input.id)
  const webhook = await findWebhook(ctx.store.read, agent)
  return webhook ? describeWebhook(agent, webhook, await readRetry(ctx.store.read, webhook)) : null
}

export const setAgentWebhook =
  ({ allowPrivate, wake }: { allowPrivate: boolean; wake: Wake }): Verbs['setAgentWebhook'] =>
  async ({ ctx, input }) => {
    const found = await ownAgent(ctx, input.id)
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
      const agent = await holdOwn(db, ctx, caller, found)
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
    // The job that queues messages looks at once.
    wake.notify('bus', agent.public_id)
    return { ...describeWebhook(agent, webhook, null), secret }
  }

export const deleteAgentWebhook: Verbs['deleteAgentWebhook'] = async ({ ctx, input }) => {
  const agent = await ownAgent(ctx, input.id)
  const now = ctx.clock()
  return ctx.store.write(async (db) => {
    await holdOwn(db, ctx, ctx.caller, agent)
    const webhook = await requireWebhook(db, agent)
    await removeWebhook(db, agent)
    await recordAudit(db, ctx.caller, now, {
      action: 'webhook.deleted',
      target: { kind: 'webhook', id: webhook.public_id, name: agent.name },
    })
    return { id: webhook.public_id, deletedAt: iso(now) }
  })
}

export const listDeadLetters: Verbs['listDeadLetters'] = async ({ ctx, input }) => {
  const agent = await ownAgent(ctx, input.id)
  const webhook = await findWebhook(ctx.store.read, agent)
  if (!webhook) return { items: [], nextCursor: null }
  let query = ctx.store.read
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
    .orderBy('webhook_delivery.id', 'desc')
    .limit(input.limit + 1)
  if (input.cursor !== undefined) query = query.where(idBefore(ctx, 'webhook_delivery.id', input.cursor))
  const rows = await query.execute()
  return {
    items: rows.slice(0, input.limit).map((row) => ({
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
    nextCursor: cursorAfter(ctx, rows, input.limit),
  }
}

export const resendDeadLetters =
  (wake: Wake): Verbs['resendDeadLetters'] =>
  async ({ ctx, input }) => {
    const agent = await ownAgent(ctx, input.id)
    const now = ctx.clock()
    const queued = await ctx.store.write(async (db) => {
      // The agent first: a new address makes a new row, which a wait for the old row does not find.
      await holdOwn(db, ctx, ctx.caller, agent)
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

/** An agent whose webhook the caller may see and change: its own, or any for an admin. */
async function ownAgent(ctx: Context, nameOrId: string): Promise<AgentRow> {
  const agent = await findAgent(ctx, nameOrId)
  requireOwn(ctx.caller, agent)
  return agent
}

/** The same agent, locked until the transaction ends: somebody may take it over meanwhile. */
async function holdOwn(db: Db, { store }: Context, caller: Caller, { id }: AgentRow): Promise<AgentRow> {
  const agent = await holdAgent(db, store.dialect, id)
  requireOwn(caller, agent)
  return agent
}

function requireOwn(caller: Caller, agent: AgentRow): void {
  const isAdmin = caller.projectId === null && caller.scopes.has('admin') && isAtLeast(caller.role, 'admin')
  if (agent.credential === caller.credential || isAdmin) return
  throw new Problem(
    'FORBIDDEN',
    `${agent.name} belongs to another credential. Only that one and admins may see and change its webhook.`,
  )
}

/** The address receives the agent's mail, and only people read mail that is not their own. Throws FORBIDDEN for keys. */
function requireReader(caller: Caller, agent: AgentRow): void {
  if (agent.credential === caller.credential || caller.personId !== null) return
  throw new Problem(
    'FORBIDDEN',
    `${agent.name} belongs to another credential, and this address would receive its messages. Use that credential, or sign in as an admin.`,
  )
}

const findWebhook = (db: Db, { id }: AgentRow): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook').selectAll().where('agent_id', '=', id).executeTakeFirst()

async function requireWebhook(db: Db, agent: AgentRow): Promise<WebhookRow> {
  const webhook = await findWebhook(db, agent)
  if (webhook) return webhook
  throw new Problem('NOT_FOUND', `The agent ${agent.name} has no webhook. Set its address first.`)
}

/** The failed delivery that is sent again next; null if none waits for that. */
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

const iso = (ms: number) => new Date(ms).toISOString()
const isoOrNull = (ms: number | null) => (ms === null ? null : iso(ms))
