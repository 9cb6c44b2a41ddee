import type { messageOperations } from '@svc/schema'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Context } from '../../../ground/kernel/context.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { Problem } from '../../../ground/kernel/problem.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { messagesWithWords } from '../../../ground/store/portable-search.ts'
import type { Tables } from '../../../ground/store/tables.ts'
import { actingAgent, actingAs } from '../acting-agent.ts'
import type { AgentRow, BusParts, MessageRow } from '../dependencies.ts'
import { checkMessages } from './check-messages.ts'
import { describeMessages } from './describe.ts'
import { readTexts, SIZED } from './read-texts.ts'
import { hasStatus, readInTurn, statusesOf } from './status-now.ts'
import { receivedMark, sentMark, wordsOf } from './words.ts'

type List = Handlers<typeof messageOperations>['listMessages']
type Asked = Parameters<List>[0]['input']

/** The maximum number of words of a search. */
const MOST_WORDS = 32

/** The mail of the acting agent, sent and received, newest first. */
export const listMessages =
  (bus: BusParts): List =>
  async ({ ctx, input }) => {
    const agent = await actingAgent(actingAs(ctx, input.agent))
    const { rows, nextCursor } =
      input.q === undefined && input.thread === undefined
        ? await browse(ctx, agent, input)
        : await search(ctx, agent, input)
    return {
      items: await describeMessages(bus, await checkMessages(bus, rows, ctx.clock())),
      nextCursor,
    }
  }

interface Found {
  rows: MessageRow[]
  nextCursor: string | null
}

type Query = SelectQueryBuilder<Tables, 'bus_message', { id: number; characters: number }>

const filtered = (
  query: Query,
  { channel, from, status }: Pick<Asked, 'channel' | 'from' | 'status'>,
  now: number,
): Query => {
  let filtering = query
  if (channel !== undefined) filtering = filtering.where('channel', '=', channel)
  if (from !== undefined) filtering = filtering.where('from_name', '=', from.trim().toLowerCase())
  if (status !== undefined) filtering = filtering.where(hasStatus(status, now))
  return filtering
}

const messages = ({ store }: Context): Query => store.read.selectFrom('bus_message').select(SIZED)

/**
 * Reads sent and received messages by separate indexes: a condition on both would read one of the
 * sets completely. The cursor contains the last message of each.
 */
async function browse(ctx: Context, { id }: AgentRow, input: Asked): Promise<Found> {
  const { limit, cursor } = input
  const [sequence, sent] = cursor
    ? ctx.cursors.decode(cursor, ['number', 'number'])
    : [Number.MAX_SAFE_INTEGER, LARGEST_ID]
  const { status, ...others } = input
  const received = filtered(messages(ctx).where('to_agent_id', '=', id), others, ctx.clock())
    .where('sequence', '<', sequence)
    .orderBy('sequence', 'desc')
    .limit(limit + 1)
  const inStatus = status === undefined ? [sql<boolean>`true`] : statusesOf(status, ctx.clock())
  const own = filtered(messages(ctx).where('from_agent_id', '=', id), input, ctx.clock())
    .where('to_agent_id', '!=', id)
    .where('id', '<', sent)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  const all = [
    ...(await readInTurn(inStatus, (isOf) => received.where(isOf).execute())),
    ...(await own.execute()),
  ].sort((a, b) => b.id - a.id)
  const rows = await readTexts(ctx.store.read, ctx.store.dialect, all.slice(0, limit))
  const lastOf = (isOf: (row: MessageRow) => boolean) => rows.findLast(isOf)
  const marks = [
    lastOf((row) => row.to_agent_id === id)?.sequence ?? sequence,
    lastOf((row) => row.to_agent_id !== id)?.id ?? sent,
  ]
  return { rows, nextCursor: all.length > rows.length ? ctx.cursors.encode(marks) : null }
}

/** Of the database's column. */
const LARGEST_ID = 2 ** 31 - 1

/** How many messages with the words one page examines: other conditions may exclude every one of them. */
const MOST_EXAMINED = 2_000

/** Messages that contain all words, or belong to one thread. A page may be short although others follow. */
async function search(ctx: Context, { id, organization_id }: AgentRow, input: Asked): Promise<Found> {
  const { q, thread, limit, cursor } = input
  const [, before] = cursor ? ctx.cursors.decode(cursor, ['number', 'number']) : [0, LARGEST_ID]
  let query = filtered(messages(ctx), input, ctx.clock())
    .where((eb) => eb.or([eb('to_agent_id', '=', id), eb('from_agent_id', '=', id)]))
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit + 1)
  if (thread !== undefined)
    query = query.where('organization_id', '=', organization_id).where('thread', '=', thread.toLowerCase())
  let examined: number[] = []
  if (q !== undefined) {
    const words = wordsOf(q).slice(0, MOST_WORDS)
    if (words.length === 0)
      throw new Problem('INVALID_REQUEST', 'q takes at least one letter or digit to search for.')
    const all = [[receivedMark(id), sentMark(id)], ...words.map((word) => [word])]
    examined = await messagesWithWords(ctx.store.read, ctx.store.dialect, all, {
      before,
      limit: MOST_EXAMINED,
    })
    query = query.where(isOneOf(ctx.store.dialect, 'id', examined))
  }
  const found = await query.execute()
  const rows = await readTexts(ctx.store.read, ctx.store.dialect, found.slice(0, limit))
  const last = found.length > rows.length ? rows.at(-1)?.id : examined[MOST_EXAMINED - 1]
  return { rows, nextCursor: last === undefined ? null : ctx.cursors.encode([0, last]) }
}
