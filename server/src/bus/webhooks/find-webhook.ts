import type { Selectable } from 'kysely'
import { Problem } from '../../kernel/problem.ts'
import type { Db } from '../../store/portable.ts'
import type { Tables } from '../../store/tables.ts'
import type { AgentRow } from '../dependencies.ts'

export type WebhookRow = Selectable<Tables['webhook']>

/** The webhook of an agent; undefined without one. */
export const findWebhook = (db: Db, { id }: AgentRow): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook').selectAll().where('agent_id', '=', id).executeTakeFirst()

/** The webhook of an agent. Throws NOT_FOUND without one. */
export async function requireWebhook(db: Db, agent: AgentRow): Promise<WebhookRow> {
  const webhook = await findWebhook(db, agent)
  if (webhook) return webhook
  throw new Problem('NOT_FOUND', `The agent ${agent.name} has no webhook. Set its address first.`)
}
