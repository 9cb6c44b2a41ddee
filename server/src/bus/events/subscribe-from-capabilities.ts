import { SubscriptionFilter } from '@svc/schema'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/problem.ts'
import type { Db } from '../../store/portable.ts'
import type { AgentRow } from '../parts.ts'
import { insertSubscription, readFilter, type Wanted } from './subscribe.ts'

/**
 * The subscriptions in `capabilities.subscribe`; null if the capabilities do not mention any. Call it before the
 * transaction that stores the agent. Throws INVALID_REQUEST, which names the item.
 */
export async function readCapabilitySubscriptions(
  ctx: Pick<Context, 'store' | 'caller'>,
  capabilities: Record<string, unknown>,
): Promise<Wanted[] | null> {
  const listed = capabilities.subscribe
  if (listed === undefined) return null
  if (!Array.isArray(listed)) throw wrong('capabilities.subscribe', 'must be a list')
  const wanted: Wanted[] = []
  for (const [at, item] of listed.entries()) {
    const field = `capabilities.subscribe[${at}]`
    const { data, error } = SubscriptionFilter.safeParse(item)
    if (error) {
      const [issue] = error.issues
      const path = issue?.path.map((part) => `.${String(part)}`).join('') ?? ''
      throw wrong(`${field}${path}`, issue?.message ?? 'is invalid')
    }
    wanted.push(
      await readFilter(ctx, data).catch((problem: unknown) => {
        throw problem instanceof Problem ? wrong(field, problem.message) : problem
      }),
    )
  }
  return wanted
}

/**
 * In the transaction that stores an agent's capabilities: replaces the subscriptions that came from them. Throws
 * CONFLICT if there are too many.
 */
export async function replaceCapabilitySubscriptions(
  db: Db,
  ctx: Pick<Context, 'store' | 'clock'>,
  agent: AgentRow,
  wanted: Wanted[],
): Promise<void> {
  await db
    .deleteFrom('bus_subscription')
    .where('agent_id', '=', agent.id)
    .where('source', '=', 'capabilities')
    .execute()
  for (const one of wanted) await insertSubscription(db, ctx, agent, one, 'capabilities')
}

const wrong = (field: string, what: string) =>
  new Problem(
    'INVALID_REQUEST',
    `${field}: ${what}. Each item has the form { "event": "base.broke", "project": "shop", "branch": "main", "suite": "unit" }; only event is required.`,
  )
