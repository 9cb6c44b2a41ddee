import type { AgentRow, MessageType } from './dependencies.ts'

/** A message to be sent. */
export interface Outgoing {
  /** Null: the server itself, under the name `svc`. */
  from: AgentRow | null
  to: AgentRow
  /** At most `LIMITS.busMessageBytes`; the caller checks the size. */
  payload: string
  type: MessageType
  /** 0 urgent, 1 high, 2 normal, 3 low. */
  priority: 0 | 1 | 2 | 3
  channel?: string | undefined
  /** The public id of a message that the sender sent or received. */
  replyTo?: string | undefined
  clientMessageId?: string | undefined
  /** Milliseconds since the epoch. */
  expiresAt?: number | undefined
  /** The sender's own signature; absent: the server signs. */
  signed?: { timestamp: number; keyId: string; signature: string } | undefined
}
