import type { Writable } from 'node:stream'
import type { Context } from '../../../ground/kernel/context.ts'
import { notFound, Problem } from '../../../ground/kernel/problem.ts'
import type { Store } from '../../../ground/store/open.ts'
import { actingAgent } from '../acting-agent.ts'
import type { AgentRow } from '../dependencies.ts'
import { acknowledge } from './acknowledge.ts'
import { readEventId } from './event-id.ts'
import { type Marks, PRIORITIES } from './marks.ts'
import type { Live } from './stream-set.ts'

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
