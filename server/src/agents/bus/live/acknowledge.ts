import type { Store } from '../../../ground/store/open.ts'
import { type Db, type Dialect, isOneOf } from '../../../ground/store/portable.ts'
import { holdAgents } from '../hold-agent.ts'
import { leaveInbox } from '../messages/leave-inbox.ts'
import { hasStatus } from '../messages/status-now.ts'
import { type Marks, PRIORITIES } from './marks.ts'

/** What a live channel has received: single messages, or everything up to certain marks. */
export type Received = { ids: readonly string[] } | { upTo: Marks }

/** Messages in one transaction, so that other writers take turns. */
const STEP = 1_000

/**
 * Marks pending messages of this agent as delivered, which frees their places in its inbox, and
 * returns how many. Ids of other agents' messages, and of messages that are delivered, read, failed
 * or expired, change nothing.
 */
export async function acknowledge(
  { write, dialect }: Pick<Store, 'write' | 'dialect'>,
  agentId: number,
  received: Received,
  now: number,
): Promise<number> {
  for (let all = 0; ; ) {
    const count = await write((db) => acknowledgeSome(db, dialect, agentId, received, now))
    all += count
    if (count < STEP) return all
  }
}

async function acknowledgeSome(
  db: Db,
  dialect: Dialect,
  agentId: number,
  received: Received,
  now: number,
): Promise<number> {
  await holdAgents(db, dialect, [agentId])
  const some = db
    .selectFrom('bus_message')
    .select('id')
    .where('to_agent_id', '=', agentId)
    .where(hasStatus('pending', now))
    .where((eb) =>
      'ids' in received
        ? isOneOf(dialect, 'public_id', [...received.ids])
        : eb.or(
            PRIORITIES.map((priority) =>
              eb.and([eb('priority', '=', priority), eb('sequence', '<=', received.upTo[priority])]),
            ),
          ),
    )
    .orderBy('priority')
    .orderBy('sequence')
    .limit(STEP)
  const { numUpdatedRows } = await db
    .updateTable('bus_message')
    .set({ status: 'delivered', delivered_at: now })
    .where('id', 'in', some)
    .executeTakeFirst()
  const count = Number(numUpdatedRows)
  await leaveInbox(db, agentId, count)
  return count
}
