import type { MessageRow } from '../dependencies.ts'

/**
 * Columns that change after sending: the path of a message through the inbox. A changed status can
 * hide a message, as its deletion can, but never makes another text authentic.
 */
type Changing =
  | 'id'
  | 'envelope_mac'
  | 'status'
  | 'problem'
  | 'delivered_at'
  | 'read_at'
  | 'failed_at'
  | 'shown_characters'

/** A message as it was sent. */
export type Envelope = Omit<MessageRow, Changing>

/** The text of the server's own MAC: all columns that never change. `tsc` fails if one is missing. */
export function envelopeText(row: Envelope): string {
  const parts: Record<keyof Envelope, unknown> = {
    public_id: row.public_id,
    organization_id: row.organization_id,
    to_agent_id: row.to_agent_id,
    to_name: row.to_name,
    sequence: row.sequence,
    from_agent_id: row.from_agent_id,
    from_name: row.from_name,
    from_display_name: row.from_display_name,
    from_instance: row.from_instance,
    client_message_id: row.client_message_id,
    type: row.type,
    priority: row.priority,
    channel: row.channel,
    reply_to: row.reply_to,
    thread: row.thread,
    // The signature covers it already.
    payload: null,
    sent_at: row.sent_at,
    key_id: row.key_id,
    signature: row.signature,
    signed_by: row.signed_by,
    created_at: row.created_at,
    expires_at: row.expires_at,
  }
  return JSON.stringify(Object.values(parts))
}

/** The parts of a signature. */
interface Signed {
  /** Name of the sender. */
  from: string
  /** Name of the recipient. */
  to: string
  payload: string
  /** Milliseconds since the epoch. */
  timestamp: number
}

/** The text that an agent's key signs, in UTF-8. No name contains a colon, and the timestamp is a number. */
export const signedText = ({ from, to, payload, timestamp }: Signed): string =>
  `${from}:${to}:${payload}:${timestamp}`
