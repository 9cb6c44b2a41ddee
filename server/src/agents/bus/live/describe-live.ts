import type { CheckedMessage } from '../messages/check-messages.ts'

const PRIORITY_NAMES = ['urgent', 'high', 'normal', 'low'] as const

/** A message as the stream and webhooks show it; the text is included only if it is authentic. */
export const describeLive = ({ row, authenticity }: CheckedMessage) => ({
  id: row.public_id,
  sequence: row.sequence,
  from: { name: row.from_name, displayName: row.from_display_name, instance: row.from_instance },
  to: row.to_name,
  type: row.type,
  priority: PRIORITY_NAMES[row.priority] ?? 'normal',
  channel: row.channel,
  replyTo: row.reply_to,
  thread: row.thread,
  ...(authenticity === 'authentic' ? { message: row.payload } : { problem: row.problem }),
  createdAt: new Date(row.created_at).toISOString(),
  timestamp: row.sent_at,
  keyId: row.key_id,
  signature: row.signature,
  verified: authenticity === 'authentic',
})
