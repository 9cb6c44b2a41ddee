import { iso, isoOrNull } from '../../../ground/kernel/time.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { BusParts } from '../dependencies.ts'
import type { CheckedMessage } from './check-messages.ts'

/** Messages as clients see them; only an authentic one includes its text. */
export async function describeMessages({ store }: Pick<BusParts, 'store'>, checked: CheckedMessage[]) {
  const ids = new Set(checked.flatMap(({ row }) => [row.to_agent_id, row.from_agent_id ?? row.to_agent_id]))
  const agents =
    ids.size === 0
      ? []
      : await store.lookup
          .selectFrom('agent')
          .select(['id', 'public_id'])
          .where(isOneOf(store.dialect, 'id', [...ids]))
          .execute()
  const publicIds = new Map(agents.map(({ id, public_id }) => [id, public_id]))
  return checked.map(({ row, authenticity }) => ({
    id: row.public_id,
    sequence: row.sequence,
    from: {
      id: row.from_agent_id === null ? null : (publicIds.get(row.from_agent_id) ?? null),
      name: row.from_name,
      displayName: row.from_display_name,
      instance: row.from_instance,
    },
    to: { id: publicIds.get(row.to_agent_id) ?? null, name: row.to_name },
    message: authenticity === 'authentic' ? row.payload : null,
    type: row.type,
    priority: PRIORITY_NAMES[row.priority] ?? ('normal' as const),
    channel: row.channel,
    replyTo: row.reply_to,
    thread: row.thread,
    clientMessageId: row.client_message_id,
    status: row.status,
    problem: row.problem,
    signature: {
      authenticity,
      value: row.signature,
      keyId: row.key_id,
      timestamp: row.sent_at,
      by: row.signed_by,
    },
    createdAt: iso(row.created_at),
    deliveredAt: isoOrNull(row.delivered_at),
    readAt: isoOrNull(row.read_at),
    failedAt: isoOrNull(row.failed_at),
    expiresAt: isoOrNull(row.expires_at),
    shownCharacters: row.shown_characters,
  }))
}

/** By their internal ids. */
export const PRIORITY_NAMES = ['urgent', 'high', 'normal', 'low'] as const satisfies readonly string[]
