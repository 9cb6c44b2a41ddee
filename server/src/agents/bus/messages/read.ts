import type { messageOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { notFound } from '../../../ground/kernel/problem.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { BusParts } from '../dependencies.ts'
import { holdAgents } from '../hold-agent.ts'
import { checkMessages } from './check-messages.ts'
import { describeMessages } from './describe.ts'
import { leaveInbox } from './leave-inbox.ts'
import { readTexts, SIZED } from './read-texts.ts'
import { countWithStatus, hasStatus, readInTurn, statusesOf } from './status-now.ts'

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
    if (after !== undefined) inbox = inbox.where('sequence', '>', after)
    // Otherwise a caller that passes the last number it saw would miss less urgent messages.
    const isByPriority = after === undefined
    let query = inbox.select([...SIZED, 'priority', 'sequence']).limit(limit + 1)
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
    const statuses = status === 'all' ? [sql<boolean>`true`] : statusesOf(status, now)
    const rows = await readInTurn(statuses, (isOf) => query.where(isOf).execute())
    const found = rows
      .sort((a, b) => (isByPriority && a.priority - b.priority) || a.sequence - b.sequence)
      .slice(0, limit + 1)
    const page = await readTexts(store.read, store.dialect, found.slice(0, limit))
    const last = page.at(-1)
    return {
      agent: { id: agent.public_id, name: agent.name, displayName: agent.display_name },
      total: await countWithStatus(store.read, { agentId: agent.id, status, after }, now),
      messages: await describeMessages(bus, await checkMessages(bus, page, now)),
      nextCursor: found.length > page.length && last ? cursors.encode([last.priority, last.sequence]) : null,
    }
  }

export const markMessagesRead: Handlers<typeof messageOperations>['markMessagesRead'] = async ({
  ctx,
  input,
}) => {
  const { store } = ctx
  const agent = await actingAgent(actingAs(ctx, input.agent))
  const now = ctx.clock()
  const { partOf, characters } = input
  const ids = input.ids.map((id) => id.toLowerCase())
  const marked = await store.write(async (db) => {
    await holdAgents(db, store.dialect, [agent.id])
    const mark = async (status: 'pending' | 'delivered') => {
      const { numUpdatedRows } = await db
        .updateTable('bus_message')
        .set({ status: 'read', read_at: now })
        .where('to_agent_id', '=', agent.id)
        .where(isOneOf(store.dialect, 'public_id', ids))
        .where(hasStatus(status, now))
        .executeTakeFirst()
      return Number(numUpdatedRows)
    }
    const pending = await mark('pending')
    const delivered = await mark('delivered')
    await leaveInbox(db, agent.id, pending)
    if (partOf !== undefined)
      await db
        .updateTable('bus_message')
        .set({ shown_characters: characters })
        .where('to_agent_id', '=', agent.id)
        .where('public_id', '=', partOf.toLowerCase())
        .where('shown_characters', '<', characters)
        .execute()
    return delivered + pending
  })
  return { marked }
}
