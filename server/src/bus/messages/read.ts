import type { messageOperations } from '@svc/schema'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { notFound } from '../../kernel/problem.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { BusParts } from '../dependencies.ts'
import { checkMessages } from './check-messages.ts'
import { describeMessages } from './describe.ts'
import { countWithStatus, hasStatus } from './status-now.ts'

type Messages = Handlers<typeof messageOperations>

export const getMessage =
  (bus: BusParts): Messages['getMessage'] =>
  async ({ ctx, input }) => {
    const agent = await actingAgent(actingAs(ctx, input.agent))
    const row = await ctx.store.lookup
      .selectFrom('bus_message')
      .selectAll()
      .where('public_id', '=', input.id.toLowerCase())
      .where((eb) => eb.or([eb('to_agent_id', '=', agent.id), eb('from_agent_id', '=', agent.id)]))
      .executeTakeFirst()
    if (!row) throw notFound('message')
    const [message] = await describeMessages(bus, await checkMessages(bus, [row], ctx.clock()))
    return message as NonNullable<typeof message>
  }

/** The inbox of the acting agent: by priority, then by sequence; with `after`, by sequence alone. */
export const readInbox =
  (bus: BusParts): Messages['readInbox'] =>
  async ({ ctx, input }) => {
    const { store, cursors, clock } = ctx
    const agent = await actingAgent(actingAs(ctx, input.agent))
    const { status, limit, after, cursor } = input
    const now = clock()
    let inbox = store.read.selectFrom('bus_message').where('to_agent_id', '=', agent.id)
    if (status !== 'all') inbox = inbox.where(hasStatus(status, now))
    if (after !== undefined) inbox = inbox.where('sequence', '>', after)
    // Otherwise a caller that passes the last number it saw would miss less urgent messages.
    const isByPriority = after === undefined
    let query = inbox.select('id').limit(limit + 1)
    if (isByPriority) query = query.orderBy('priority')
    query = query.orderBy('sequence')
    if (cursor !== undefined) {
      const [priority, sequence] = cursors.decode(cursor, ['number', 'number'])
      query = query.where((eb) => {
        const isLater = eb('sequence', '>', sequence)
        if (!isByPriority) return isLater
        return eb.or([eb('priority', '>', priority), eb.and([eb('priority', '=', priority), isLater])])
      })
    }
    // A sort of whole messages would carry each of their texts.
    let texts = store.read.selectFrom('bus_message').selectAll().where('id', 'in', query)
    if (isByPriority) texts = texts.orderBy('priority')
    const [rows, total] = await Promise.all([
      texts.orderBy('sequence').execute(),
      countWithStatus(store.read, { agentId: agent.id, status, after }, now),
    ])
    const page = rows.slice(0, limit)
    const last = page.at(-1)
    return {
      agent: { id: agent.public_id, name: agent.name, displayName: agent.display_name },
      total,
      messages: await describeMessages(bus, await checkMessages(bus, page, now)),
      nextCursor: rows.length > limit && last ? cursors.encode([last.priority, last.sequence]) : null,
    }
  }
