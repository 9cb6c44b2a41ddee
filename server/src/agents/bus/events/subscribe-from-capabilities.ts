import { SubscriptionFilter } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { Db } from '../../../ground/store/portable.ts'
import type { AgentRow } from '../dependencies.ts'
import { insertSubscription, readFilter, type Wanted } from './subscribe.ts'

/**
 * In the transaction that stores an agent's capabilities: replaces the subscriptions that came from earlier ones with
 * those in `capabilities.subscribe`. Throws INVALID_REQUEST, which names the item, and CONFLICT if there are too many.
 */
export async function subscribeFromCapabilities(
  db: Db,
  ctx: Pick<Context, 'store' | 'caller' | 'clock'>,
  agent: AgentRow,
  capabilities: Record<string, unknown>,
): Promise<void> {
  // A project that the same transaction created exists only within it.
  const within = { ...ctx, store: { ...ctx.store, lookup: db, read: db } }
  const wanted = await readWanted(within, capabilities.subscribe)
  await db
    .deleteFrom('bus_subscription')
    .where('agent_id', '=', agent.id)
    .where('source', '=', 'capabilities')
    .execute()
  for (const one of wanted) await insertSubscription(db, ctx, agent, one, 'capabilities')
}

async function readWanted(ctx: Pick<Context, 'store' | 'caller'>, listed: unknown): Promise<Wanted[]> {
  if (listed === undefined) return []
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

const wrong = (field: string, what: string) =>
  new Problem(
    'INVALID_REQUEST',
    `${field}: ${what}. Each item has the form { "event": "base.broke", "project": "shop", "branch": "main", "suite": "unit" }; only event is required.`,
  )
