import { sql } from 'kysely'
import { fitPage } from '../../../ground/kernel/fit-page.ts'
import { iso, isoOrNull } from '../../../ground/kernel/time.ts'
import { type Db, type Dialect, isOneOf } from '../../../ground/store/portable.ts'
import type { BusParts, MessageRow } from '../dependencies.ts'
import { type Authenticity, verifyMessages } from '../signing/keys.ts'
import { noticesOfFailure } from './failure-notices.ts'
import { holdSides } from './hold-sides.ts'
import { asOf, CHANGED } from './status-now.ts'

/** A message with the result of its check. */
export interface CheckedMessage {
  /**
   * The message in its current state: with the status `failed` and a problem if it has expired or
   * is not authentic.
   */
  row: MessageRow
  authenticity: Authenticity
}

const UNVERIFIABLE =
  'cannot be verified: the key that signed it is gone, or the server lost the secret that encrypts it (SVC_SECRET)'

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

/** The columns that a list selects before it reads texts: 200 messages may have 12 MiB. */
export const SIZED = ['id' as const, sql<number>`octet_length(payload)`.as('characters')] as const

/** The complete messages that fit into one page, in the same order. */
export async function readTexts(
  db: Db,
  dialect: Dialect,
  found: { id: number; characters: number }[],
): Promise<MessageRow[]> {
  const ids = fitPage(found, ({ characters }) => characters).map(({ id }) => id)
  const rows = await db
    .selectFrom('bus_message')
    .selectAll()
    .where(isOneOf(dialect, 'id', ids))
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  // One may have been removed meanwhile.
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Verifies messages before anybody reads them. Marks modified ones as failed in the database, and
 * notifies their senders. A message that cannot be verified stays unchanged, because its secret may
 * return.
 */
export async function checkMessages(
  bus: BusParts,
  rows: MessageRow[],
  now: number,
): Promise<CheckedMessage[]> {
  const results = await verifyMessages(bus.store.lookup, bus, rows)
  const checked = rows.map((row, at): CheckedMessage => {
    const authenticity = results[at] as Authenticity
    if (authenticity === 'authentic') return { row: asOf(row, now), authenticity }
    const problem = authenticity === 'changed' ? CHANGED : UNVERIFIABLE
    return { row: { ...row, status: 'failed', problem, failed_at: row.failed_at ?? now }, authenticity }
  })
  const changed = rows.filter((row, at) => results[at] === 'changed' && row.problem !== CHANGED)
  if (changed.length > 0) await markChanged(bus, changed, now)
  return checked
}

async function markChanged(bus: BusParts, rows: MessageRow[], now: number): Promise<void> {
  const notify = await bus.store.write(async (db) => {
    await holdSides(db, bus.store.dialect, rows)
    const failed = await db
      .updateTable('bus_message')
      .set({ status: 'failed', problem: CHANGED, failed_at: now })
      .where(
        isOneOf(
          bus.store.dialect,
          'id',
          rows.map(({ id }) => id),
        ),
      )
      .where((eb) => eb.or([eb('problem', 'is', null), eb('problem', '!=', CHANGED)]))
      .returningAll()
      .execute()
    return noticesOfFailure(db, bus, failed, CHANGED, now)
  })
  notify()
}
