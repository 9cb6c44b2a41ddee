import type { Writable } from 'node:stream'
import type { busLiveOperations } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { notFound, Problem } from '../../../ground/kernel/problem.ts'
import type { Store } from '../../../ground/store/open.ts'
import { type Db, type Dialect, isOneOf } from '../../../ground/store/portable.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { AgentRow } from '../dependencies.ts'
import { holdAgents } from '../hold-agent.ts'
import { leaveInbox } from '../messages/leave-inbox.ts'
import { hasStatus } from '../messages/status-now.ts'
import { type Marks, PRIORITIES, readEventId } from './event-id.ts'
import type { Live } from './stream-set.ts'

/** What a live channel has received: single messages, or everything up to certain marks. */
type Received = { ids: readonly string[] } | { upTo: Marks }

/** Messages in one transaction, so that other writers take turns. */
const STEP = 1_000

interface Receiver {
  credential: string
  check: () => Promise<Problem | null>
  endsAt: () => number | null
  onClose: () => void
}

/**
 * Prepares the stream of the acting agent's inbox. Without a last event id it begins with the
 * pending messages. With an id of this inbox it continues there and counts everything up to it as
 * delivered, because the client has it. An id of another inbox is ignored. Throws INVALID_REQUEST
 * for a malformed id, and the errors of `actingAgent`.
 */
export const openStream = (live: Live) => async (ctx: Context, lastEventId: string | undefined) => {
  const agent = await requireOpen(ctx)
  const marks = lastEventId === undefined || lastEventId === '' ? null : readEventId(agent, lastEventId)
  if (marks) await acknowledgeUpTo(ctx, agent, marks)
  const start = marks ?? (await firstPending(ctx.store, agent))
  return {
    start(out: Writable, { onClose, ...receiver }: Receiver) {
      const { id, public_id: publicId, sequence } = agent
      out.once('close', onClose)
      live.open({ id, publicId, sequence }, { out, ...receiver, marks: start, isFresh: marks === null })
      if (out.destroyed) onClose()
    },
    async require(now: Context) {
      const { id } = await requireOpen({ ...now, actingAs: agent.name })
      if (id !== agent.id) throw notFound('agent')
    },
  }
}

async function requireOpen(ctx: Context): Promise<AgentRow> {
  const agent = await actingAgent(ctx)
  if (agent.status === 'archived')
    throw new Problem(
      'CONFLICT',
      `The agent ${agent.name} is archived and receives no messages. Set its status to active first.`,
    )
  return agent
}

async function acknowledgeUpTo({ store, clock }: Context, { id }: AgentRow, upTo: Marks): Promise<void> {
  const pending = await firstPendingOf(store, id)
  if (![...pending].some(([priority, sequence]) => sequence <= (upTo[priority as 0] ?? 0))) return
  await acknowledge(store, id, { upTo }, clock())
}

/** Just before the first pending message of each priority. */
async function firstPending(store: Store, { id, sequence }: AgentRow): Promise<Marks> {
  const first = await firstPendingOf(store, id)
  const marks = PRIORITIES.map((priority) => (first.get(priority) ?? sequence + 1) - 1)
  return marks as unknown as Marks
}

/** By priority. */
async function firstPendingOf({ read }: Store, agentId: number): Promise<Map<number, number>> {
  const rows = await read
    .selectFrom('bus_message')
    .select(['priority', (eb) => eb.fn.min('sequence').as('sequence')])
    .where('to_agent_id', '=', agentId)
    .where('status', '=', 'pending')
    .groupBy('priority')
    .execute()
  return new Map(rows.map((row) => [row.priority, row.sequence]))
}

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
