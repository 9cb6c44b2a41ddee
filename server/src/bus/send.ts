import type { Problem } from '../kernel/problem.ts'
import type { Db } from '../store/portable.ts'
import type { AgentRow, BusParts, MessageRow, MessageType } from './dependencies.ts'
import { storeMessages } from './messages/store-messages.ts'

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

/**
 * Stores signed messages in the caller's transaction, in their order. Returns their rows, except
 * messages of the server itself whose recipient has no room. After the commit, call
 * `notifyRecipients`. Throws CONFLICT if a recipient is archived or its inbox is full, and the
 * other refusals of `storeMessages`; the caller's transaction must then fail.
 */
export async function sendMessages(
  db: Db,
  bus: BusParts,
  outgoing: Outgoing[],
  now: number,
): Promise<MessageRow[]> {
  const outcomes = await storeMessages(db, bus, outgoing, now)
  return outcomes.flatMap((outcome, at) => {
    if (outcome.row) return [outcome.row]
    if (outgoing[at]?.from === null) return []
    throw outcome.problem as Problem
  })
}

/** Wakes the recipients. Call it after the commit. */
export function notifyRecipients({ wake }: Pick<BusParts, 'wake'>, outgoing: Pick<Outgoing, 'to'>[]): void {
  for (const { to } of outgoing) wake.notify('bus', to.public_id)
}
