import { writeEventId } from './event-id.ts'
import type { Marks } from './marks.ts'

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
