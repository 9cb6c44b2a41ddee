import { Problem } from '../../../ground/kernel/problem.ts'

/**
 * How far a reader of an inbox has read: for each priority, urgent first, the sequence number up to
 * which it has every message. A single number would lose messages, because urgent messages overtake
 * others.
 */
export type Marks = readonly [urgent: number, high: number, normal: number, low: number]

export const PRIORITIES = [0, 1, 2, 3] as const

/** The agent that an id must name, and the last sequence number of its inbox. */
interface InboxOwner {
  public_id: string
  sequence: number
}

/** Returns the id of an event of an agent's stream: `9f3c2a71b04e-4-17-17-12`. */
const writeEventId = (agentId: string, marks: Marks): string => `${partOf(agentId)}-${marks.join('-')}`

/**
 * Returns the marks of an event's id. Null if another agent's stream sent it, or if a restored backup gives its numbers
 * out again. Throws INVALID_REQUEST for any other text.
 */
export function readEventId({ public_id: agentId, sequence }: InboxOwner, text: string): Marks | null {
  const found = /^([0-9a-f]{12})-(\d{1,15})-(\d{1,15})-(\d{1,15})-(\d{1,15})$/.exec(text.trim())
  if (!found)
    throw new Problem(
      'INVALID_REQUEST',
      'The header Last-Event-ID must be the id of an event of this stream, such as 9f3c2a71b04e-4-17-17-12. Omit it to begin with pending messages.',
    )
  const [, owner, ...numbers] = found
  const marks = numbers.map(Number) as unknown as Marks
  return owner === partOf(agentId) && marks.every((mark) => mark <= sequence) ? marks : null
}

/** The random end of the agent's id: marks of another inbox would acknowledge messages that were never sent. */
const partOf = (agentId: string): string => agentId.slice(-12)

/** The marks of a reader that has everything up to a sequence number. */
export const marksAt = (sequence: number): Marks => [sequence, sequence, sequence, sequence]

/** The marks after a message of this priority. */
export const markedBy = (marks: Marks, priority: number, sequence: number): Marks =>
  marks.map((mark, each) => (each === priority ? Math.max(mark, sequence) : mark)) as unknown as Marks

/** A message as live channels need it. */
export interface LiveMessage {
  sequence: number
  /** 0 urgent to 3 low. */
  priority: number
  /** False if the row was changed behind the server's back: `body` then contains no text. */
  isAuthentic: boolean
  /** As REST shows it. */
  body: object
}

/** Why a stream ends; `retryMs` is how long its client should wait before it reconnects. */
export interface Ending {
  reason: 'restart' | 'too-slow' | 'refused'
  message: string
  retryMs: number
}

/**
 * The event of a message to this agent. It is built once for all streams that need the same bytes.
 */
export const frameOf = (agentId: string, marks: Marks, { isAuthentic, body }: LiveMessage): Buffer =>
  Buffer.from(
    `id: ${writeEventId(agentId, marks)}\nevent: ${isAuthentic ? 'message' : 'unverifiable'}\ndata: ${JSON.stringify(body)}\n\n`,
  )

/** The first bytes of a stream, which tell the client how long to wait before it reconnects. */
export const openingFrame = (retryMs: number): Buffer => Buffer.from(`retry: ${retryMs}\n: connected\n\n`)

/** The last event of a stream. */
export const endingFrame = ({ reason, message, retryMs }: Ending): Buffer =>
  Buffer.from(
    `retry: ${Math.round(retryMs)}\nevent: closing\ndata: ${JSON.stringify({ reason, message })}\n\n`,
  )

/** Keeps the connection alive and detects a dead one; clients ignore it. */
export const HEARTBEAT = Buffer.from(':\n\n')
