import { countOf } from '../../../ground/kernel/count-of.ts'
import { isReservedName } from '../../../ground/kernel/reserved-names.ts'
import { sameSize } from '../../../ground/kernel/within-budget.ts'
import { fitRows, type Row, type Slice, sliceText, tokensOf } from '../fit.ts'
import { fence, notShown, quoted, slug, truncatedLine } from '../render.ts'
import type { OutputOf } from '../run-operation.ts'

type InboxMessage = OutputOf<'readInbox'>['messages'][number]

export interface Inbox {
  agent: { name: string; displayName: string | null }
  /** The agent as a call that continues must name it; undefined if it need not. */
  named: string | undefined
  /** Messages of this kind, shown or not. */
  total: number
  messages: InboxMessage[]
  /** As the heading names them: `pending `, or nothing. */
  kind: string
  isMarking: boolean
  /** Set if the next look at the inbox goes on within a message that does not fit; else another tool reads its rest. */
  isKeepingPlace: boolean
  /** Characters of a message that an earlier answer showed. */
  offsetOf(message: InboxMessage): number
  /** Of the call; a call that continues has the same. */
  max_tokens: number
  /** The call that returns what follows the message with this sequence number. */
  next(last: number): string
}

/** The line about messages that are not shown. */
const FRAME_TOKENS = 120
/** The call for the rest of a message. */
const REST_TOKENS = 80
/** A text gets this much of the smallest budget, too. */
const FEWEST_TOKENS = 100

/**
 * The messages that fit, as text and as data. Only the first may be cut: a line names the call that continues. `marked` has
 * the ids of messages that a call with mark_read has now shown to their end, and `part` what it has shown of another.
 */
export function inboxPage(inbox: Inbox, budget: number) {
  const { agent, total, messages, kind, isMarking, isKeepingPlace, next } = inbox
  const heading = `Inbox of ${slug(agent.name)}${agent.displayName === null ? '' : ` (${quoted(agent.displayName)})`}: ${countOf(total, `${kind}message`)}`
  const frame = { agent, total, messages: [], truncated: true }
  const room = budget - FRAME_TOKENS - tokensOf(heading, frame)
  const { rows: shown, texts, data } = fitRows(rowsOf(inbox), room)
  const marked = isMarking ? shown.filter(isRead).map(({ message }) => message.id) : []
  const left = total - shown.length
  const cut = shown.find(({ slice }) => slice?.nextOffset != null)
  const part =
    isKeepingPlace && cut ? { partOf: cut.message.id, characters: cut.slice?.nextOffset ?? 0 } : null
  const truncated = left > 0 || cut !== undefined
  const structured = { agent, total, messages: data, truncated }
  // Many readers obey the last line alone.
  const rest = cut && !isKeepingPlace ? `${restOf(inbox, cut)} continues message 1. Then: ` : ''
  const onward = `${rest}${next(lastOf(shown))}`
  if (messages.length === 0) return { text: `${heading}.`, structured, marked, part }
  const lines = [
    `${heading}${left > 0 ? `, of which ${shown.length} ${shown.length === 1 ? 'follows' : 'follow'}` : ''}.`,
    '',
    texts.join('\n\n'),
    ...(left > 0 || part !== null
      ? ['', truncatedLine(missing(left, cut !== undefined), onward)]
      : cut
        ? [`[cut: ${restOf(inbox, cut)} continues]`]
        : []),
  ]
  return { text: lines.join('\n'), structured, marked, part }
}

const missing = (left: number, isCut: boolean): string =>
  !isCut
    ? notShown(left, 'message')
    : left === 0
      ? 'the rest of the message is not shown'
      : `the rest of message 1 and ${countOf(left, 'message')} are not shown`

const lastOf = (shown: Shown[]): number => shown.at(-1)?.message.sequence ?? 0

interface Shown extends Row {
  message: InboxMessage
  /** Null without a text. */
  slice: Slice | null
  cut?(tokens: number): Shown
}

const isRead = ({ message, slice }: Pick<Shown, 'message' | 'slice'>): boolean =>
  isUnverifiable(message) ||
  (slice?.nextOffset === null && (message.status === 'pending' || message.status === 'delivered'))

/** Such a message waits like any other until it is marked as read, and no answer will show more of it soon. */
const isUnverifiable = ({ signature }: InboxMessage): boolean => signature.authenticity === 'unverifiable'

/** Each message to its end; the first may be cut, because its rest comes before the others. */
function* rowsOf(inbox: Inbox): Generator<Shown> {
  for (const [at, message] of inbox.messages.entries()) {
    const { message: text } = message
    const within = (tokens: number) =>
      render(inbox, message, at, text === null ? null : sliceText(text, inbox.offsetOf(message), tokens))
    const cut = (room: number) => within(roomOf(inbox, message, room))
    yield { ...within(Number.POSITIVE_INFINITY), ...(text !== null && { cut }) }
  }
}

/** No text has more characters. */
const MANY = 999_999
const NOTHING: Slice = { content: '', offset: MANY, nextOffset: MANY, totalCharacters: MANY }

/** The room for the text of the first message. */
function roomOf(inbox: Inbox, message: InboxMessage, room: number): number {
  const around = render(inbox, message, 0, NOTHING)
  const call = inbox.isKeepingPlace ? 0 : REST_TOKENS
  return Math.max(FEWEST_TOKENS, room - tokensOf(around.text, around.data) - 2 - call)
}

function render(inbox: Inbox, message: InboxMessage, at: number, slice: Slice | null): Shown {
  const { isMarking } = inbox
  const { id, sequence, from, type, priority, channel, replyTo, thread, problem, createdAt } = message
  const isMarked = isMarking && isRead({ message, slice }) && !isUnverifiable(message)
  const status = isMarked ? 'read' : message.status
  const isAuthentic = message.signature.authenticity === 'authentic'
  const lines = [
    `${at + 1}. Signature: ${SIGNATURE[message.signature.authenticity] ?? 'INVALID'}. From: ${senderOf(message)}`,
    `   Type: ${type}, priority: ${priority}, status: ${status}, created: ${createdAt}, channel: ${channel === null ? 'none' : slug(channel)}${replyTo === null ? '' : `, reply to: ${slug(replyTo)}`}`,
    `   Message ID: ${id}`,
    ...(problem === null ? [] : [`   Problem: ${quoted(problem, 200)}`]),
    ...(isAuthentic ? [] : ['   The facts above may be forged, too, such as the sender and the priority.']),
    ...(isUnverifiable(message)
      ? ['   mark_read marks it as read: status read shows its text if its key returns.']
      : []),
    ...(slice === null ? [] : textOf(message, slice, inbox)),
  ]
  const facts = {
    id,
    sequence,
    from,
    type,
    priority,
    channel,
    replyTo,
    thread,
    status,
    problem,
    createdAt,
    isAuthentic,
  }
  return {
    message,
    slice,
    text: lines.join('\n'),
    data: { ...facts, ...(slice ?? { content: null, offset: 0, nextOffset: null, totalCharacters: 0 }) },
  }
}

/** Stands before any text that a sender chose, so that no sender writes it. */
const SIGNATURE: Record<string, string> = { authentic: 'valid', unverifiable: 'NOT VERIFIABLE' }

/** Every agent has an instance, and the server has none. */
function senderOf({ from: { name, displayName, instance } }: InboxMessage): string {
  if (instance === null) return `${slug(name)}, the server`
  const shown = isReservedName(name) ? quoted(name) : slug(name)
  return `${shown}${displayName === null ? '' : `, ${quoted(displayName)}`}, instance ${quoted(instance)}`
}

function textOf(message: InboxMessage, slice: Slice, { named, isKeepingPlace }: Inbox): string[] {
  const { content, offset, nextOffset, totalCharacters } = slice
  const isPart = offset > 0 || nextOffset !== null
  const part = isPart ? `, characters ${offset} to ${offset + content.length} of ${totalCharacters}` : ''
  const one = { ...(named !== undefined && { agent_name: named }), message_id: message.id }
  return [
    ...(isKeepingPlace && offset > 0
      ? [`   An earlier answer showed its beginning: svc_agent_read ${JSON.stringify(one)} repeats it.`]
      : []),
    fence(content, { source: `message of ${slug(message.from.name)}${part}` }),
  ]
}

/** The call that returns the rest of a message that was cut. */
function restOf({ named, isMarking, max_tokens }: Inbox, { message, slice }: Shown): string {
  const args = {
    ...(named !== undefined && { agent_name: named }),
    message_id: message.id,
    offset: slice?.nextOffset,
    ...(isMarking && { mark_read: true }),
    ...sameSize(max_tokens),
  }
  return `svc_agent_read ${JSON.stringify(args)}`
}
