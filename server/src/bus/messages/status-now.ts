import { type RawBuilder, sql } from 'kysely'
import { type Db, type Dialect, isOneOf } from '../../store/portable.ts'
import type { MessageRow } from '../dependencies.ts'

/** Why an expired message failed; the sender reads it. */
export const EXPIRED = 'it expired before the recipient received it'

/** Why a message is not authentic; both sides read it. */
export const CHANGED = 'signature invalid: changed after it was sent'

/**
 * The current state of a message: an expired one has failed, even before the job marks it and
 * notifies the sender.
 */
export const asOf = (row: MessageRow, now: number): MessageRow =>
  row.status === 'pending' && row.expires_at !== null && row.expires_at <= now
    ? { ...row, status: 'failed', problem: EXPIRED, failed_at: row.expires_at }
    : row

/** Selects messages by their current status. */
export function hasStatus(status: MessageRow['status'], now: number): RawBuilder<boolean> {
  if (status === 'pending') return sql`(status = 'pending' and (expires_at is null or expires_at > ${now}))`
  if (status === 'failed')
    return sql`(status = 'failed' or (status = 'pending' and expires_at is not null and expires_at <= ${now}))`
  return sql`status = ${status}`
}

/** The number of expired messages that still count as unread, by the id of the recipient. */
export const countExpired = (db: Db, dialect: Dialect, agentIds: number[], now: number) =>
  count(db, dialect, agentIds, now)

/**
 * The number of messages that occupy a place in each inbox, including expired ones, by the id of
 * the recipient.
 */
export const countPending = (db: Db, dialect: Dialect, agentIds: number[]) =>
  count(db, dialect, agentIds, null)

async function count(
  db: Db,
  dialect: Dialect,
  agentIds: number[],
  expiredBy: number | null,
): Promise<Map<number, number>> {
  if (agentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('bus_message')
    .select(['to_agent_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where(isOneOf(dialect, 'to_agent_id', agentIds))
    .where('status', '=', 'pending')
    .$if(expiredBy !== null, (query) =>
      query.where('expires_at', 'is not', null).where('expires_at', '<=', expiredBy),
    )
    .groupBy('to_agent_id')
    .execute()
  return new Map(rows.map((row) => [row.to_agent_id, Number(row.count)]))
}
