import { Problem } from '../../../ground/kernel/problem.ts'
import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import type { BusParts, MessageRow, Outgoing } from '../dependencies.ts'
import { verifyMessages } from '../signing/verify.ts'

/** The outcome for one message. */
export type Outcome =
  | { row: MessageRow; isRepeat: boolean; problem?: undefined }
  | { row?: undefined; problem: Problem }

/** What stored messages reveal about new ones. */
interface Earlier {
  /**
   * Stored messages that were modified outside the server and have the client message id of a new
   * one.
   */
  changed: MessageRow[]
  /** Set if its client message id was used before. */
  outcomeOf(message: Outgoing): Outcome | null
  /** Set if it answers a message that its sender neither sent nor received. */
  problemOf(message: Outgoing): Problem | undefined
  /** The thread of the message that it answers; null if it starts a thread. */
  threadOf(message: Outgoing): string | null
}

/** Reads the first messages with these client message ids, and the messages that are answered. */
export async function findEarlier(db: Db, bus: BusParts, outgoing: Outgoing[]): Promise<Earlier> {
  const [found, parents] = [await readFirsts(db, bus, outgoing), await readParents(db, bus, outgoing)]
  const results = await verifyMessages(db, bus, found)
  const firsts = new Map(found.map((row) => [`${row.from_agent_id} ${row.client_message_id}`, row]))
  return {
    changed: found.filter((_, at) => results[at] === 'changed'),
    outcomeOf(message) {
      const first = firsts.get(repeatName(message) ?? '')
      if (!first) return null
      return isSame(message, first) ? { row: first, isRepeat: true } : { problem: otherContent(first) }
    },
    problemOf({ from, to, replyTo }) {
      if (replyTo === undefined) return undefined
      const parent = parents.get(replyTo.toLowerCase())
      const isOwn =
        parent?.organization_id === to.organization_id &&
        (from === null || parent.from_agent_id === from.id || parent.to_agent_id === from.id)
      return isOwn ? undefined : unknownReply(replyTo)
    },
    threadOf: ({ replyTo }) => parents.get(replyTo?.toLowerCase() ?? '')?.thread ?? null,
  }
}

const repeatName = ({ from, clientMessageId }: Outgoing): string | null =>
  from && clientMessageId !== undefined ? `${from.id} ${clientMessageId}` : null

async function readFirsts(db: Db, { store }: BusParts, outgoing: Outgoing[]): Promise<MessageRow[]> {
  const repeatable = outgoing.filter((message) => repeatName(message) !== null)
  if (repeatable.length === 0) return []
  const senders = new Set(repeatable.map(({ from }) => from?.id as number))
  return db
    .selectFrom('bus_message')
    .selectAll()
    .where(isOneOf(store.dialect, 'from_agent_id', [...senders]))
    .where(
      isOneOf(
        store.dialect,
        'client_message_id',
        repeatable.map(({ clientMessageId }) => clientMessageId as string),
      ),
    )
    .where('client_message_id', 'is not', null)
    .execute()
}

type Parent = Pick<MessageRow, 'public_id' | 'organization_id' | 'thread' | 'from_agent_id' | 'to_agent_id'>

async function readParents(db: Db, { store }: BusParts, outgoing: Outgoing[]): Promise<Map<string, Parent>> {
  const wanted = new Set(outgoing.flatMap(({ replyTo }) => (replyTo ? [replyTo.toLowerCase()] : [])))
  if (wanted.size === 0) return new Map()
  const rows = await db
    .selectFrom('bus_message')
    .select(['public_id', 'organization_id', 'thread', 'from_agent_id', 'to_agent_id'])
    .where(isOneOf(store.dialect, 'public_id', [...wanted]))
    .execute()
  return new Map(rows.map((row) => [row.public_id, row]))
}

/** True if a message has the same content as the first message with its id. */
const isSame = (message: Outgoing, row: MessageRow): boolean =>
  row.to_agent_id === message.to.id &&
  row.payload === message.payload &&
  row.type === message.type &&
  row.priority === message.priority &&
  row.channel === (message.channel ?? null) &&
  row.reply_to === (message.replyTo?.toLowerCase() ?? null)

const otherContent = ({ client_message_id, public_id }: MessageRow) =>
  new Problem(
    'CONFLICT',
    `The client message id ${client_message_id} was used for another message (${public_id}). Use a new one for each message.`,
  )

const unknownReply = (replyTo: string) =>
  new Problem(
    'INVALID_REQUEST',
    `replyTo names no message that this agent sent or received: ${replyTo}. Take the id from the inbox of the agent, or leave replyTo out; old messages are removed after a while.`,
  )
