import type { Selectable } from 'kysely'
import { isAtLeast } from '../../kernel/access.ts'
import type { Caller, Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Db } from '../../store/portable.ts'
import type { Tables } from '../../store/tables.ts'
import type { AgentRow } from '../dependencies.ts'
import { findAgent } from '../find-agent.ts'
import { holdAgent } from '../hold-agent.ts'

export type WebhookRow = Selectable<Tables['webhook']>

/** An agent whose webhook the caller may see and change: its own, or any for an admin. */
export async function ownAgent(ctx: Context, nameOrId: string): Promise<AgentRow> {
  const agent = await findAgent(ctx, nameOrId)
  requireOwn(ctx.caller, agent)
  return agent
}

/** The same agent, locked until the transaction ends: somebody may take it over meanwhile. */
export async function holdOwn(
  db: Db,
  { store }: Context,
  caller: Caller,
  { id }: AgentRow,
): Promise<AgentRow> {
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

/** The webhook of an agent; undefined without one. */
export const findWebhook = (db: Db, { id }: AgentRow): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook').selectAll().where('agent_id', '=', id).executeTakeFirst()

/** The webhook of an agent. Throws NOT_FOUND without one. */
export async function requireWebhook(db: Db, agent: AgentRow): Promise<WebhookRow> {
  const webhook = await findWebhook(db, agent)
  if (webhook) return webhook
  throw new Problem('NOT_FOUND', `The agent ${agent.name} has no webhook. Set its address first.`)
}
