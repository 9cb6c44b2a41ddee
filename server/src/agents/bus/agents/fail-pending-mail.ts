import type { Context } from '../../../ground/kernel/context.ts'
import type { Db } from '../../../ground/store/portable.ts'
import { managedAgent } from '../agent-access.ts'
import type { AgentRow, BusParts } from '../dependencies.ts'
import { failInSteps } from '../messages/expire.ts'
import { noticesOfFailure } from '../messages/failure-notices.ts'
import { holdSides } from '../messages/hold-sides.ts'

/**
 * In the caller's transaction: fails the messages that wait for an agent which no longer receives
 * any, and notifies their senders. Delivered messages stay delivered.
 */
export async function failPendingMail(
  db: Db,
  bus: BusParts,
  agent: AgentRow,
  why: string,
  now: number,
): Promise<{ failed: number; notify: () => void }> {
  const failed = await db
    .updateTable('bus_message')
    .set({ status: 'failed', problem: why, failed_at: now })
    .where('to_agent_id', '=', agent.id)
    .where('status', '=', 'pending')
    .returning(['public_id', 'from_agent_id', 'to_agent_id', 'to_name', 'organization_id'])
    .execute()
  return { failed: failed.length, notify: await noticesOfFailure(db, bus, failed, why, now) }
}

/**
 * Call it at the start of that transaction. If mail waits for the agent, it locks the agent and the
 * senders, who get notices.
 */
export async function holdPendingMail(db: Db, { store }: BusParts, { id }: AgentRow): Promise<void> {
  const pending = await db
    .selectFrom('bus_message')
    .select(['from_agent_id', 'to_agent_id'])
    .distinct()
    .where('to_agent_id', '=', id)
    .where('status', '=', 'pending')
    .execute()
  await holdSides(db, store.dialect, pending)
}

/** Messages that one transaction fails. */
const MOST_AT_ONCE = 500

/**
 * Before the transaction that ends an agent: if much mail waits for it, archives it, so that no more arrives, and fails
 * the mail in several transactions. The next call continues if the server ends meanwhile. Returns how many failed.
 */
export async function failMuchMail(
  asker: Pick<Context, 'caller' | 'store'>,
  bus: BusParts,
  agent: AgentRow,
  why: string,
  now: number,
): Promise<number> {
  const { store } = bus
  const pending = await store.read
    .selectFrom('bus_message')
    .select('sequence')
    .where('to_agent_id', '=', agent.id)
    .where('status', '=', 'pending')
    .limit(MOST_AT_ONCE + 1)
    .execute()
  if (pending.length <= MOST_AT_ONCE) return 0
  await store.write(async (db) => {
    await managedAgent.hold(db, asker, agent)
    await db
      .updateTable('agent')
      .set({ status: 'archived', updated_at: now })
      .where('id', '=', agent.id)
      .execute()
  })
  return failInSteps(bus, {
    why,
    now,
    ending: undefined,
    due: (query) => query.where('to_agent_id', '=', agent.id),
  })
}
