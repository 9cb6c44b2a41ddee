import type { busLiveOperations } from '@svc/schema'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import type { Store } from '../../../ground/store/open.ts'
import { type Db, type Dialect, isOneOf } from '../../../ground/store/portable.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { AgentRow } from '../dependencies.ts'
import { holdAgents } from '../hold-agent.ts'
import { leaveInbox } from '../messages/leave-inbox.ts'
import { hasStatus } from '../messages/status-now.ts'
import { readEventId } from './event-id.ts'
import { type Marks, PRIORITIES } from './marks.ts'

/** What a live channel has received: single messages, or everything up to certain marks. */
type Received = { ids: readonly string[] } | { upTo: Marks }

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

/**
 * Acknowledges messages to the acting agent. Throws INVALID_REQUEST for an event id of another
 * inbox.
 */
export const acknowledgeMessages: Handlers<typeof busLiveOperations>['acknowledgeMessages'] = async ({
  ctx,
  input,
}) => {
  const agent = await actingAgent(actingAs(ctx, input.agent))
  const { ids, upTo = '' } = input
  const received = ids ? { ids } : { upTo: ownMarks(agent, upTo) }
  return { acknowledged: await acknowledge(ctx.store, agent.id, received, ctx.clock()) }
}

function ownMarks(agent: AgentRow, upTo: string): Marks {
  const marks = readEventId(agent, upTo)
  if (marks) return marks
  throw new Problem(
    'INVALID_REQUEST',
    `upTo: ${upTo} is not an id that the stream of the agent ${agent.name} sent. Use the id of an event of this stream, or send ids.`,
  )
}
