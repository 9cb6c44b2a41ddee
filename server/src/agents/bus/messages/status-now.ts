import { type RawBuilder, sql } from 'kysely'
import { type Db, type Dialect, isOneOf } from '../../../ground/store/portable.ts'
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

/** Until when a message waits; the last column of the indexes of an inbox. */
const LASTS_UNTIL = sql.raw('coalesce(expires_at, 9007199254740991)')

/** Selects messages by their current status. */
export const hasStatus = (status: MessageRow['status'], now: number): RawBuilder<boolean> =>
  sql`(${sql.join(statusesOf(status, now), sql` or `)})`

/**
 * The same as conditions of which a message fulfils at most one. An index of the inbox has the messages of each in
 * order; for both together it would read and sort all of them.
 */
export function statusesOf(status: MessageRow['status'], now: number): RawBuilder<boolean>[] {
  const waits = (comparison: string) =>
    sql<boolean>`(status = 'pending' and ${LASTS_UNTIL} ${sql.raw(comparison)} ${now})`
  if (status === 'pending') return [waits('>')]
  const stored = sql<boolean>`status = ${status}`
  return status === 'failed' ? [waits('<='), stored] : [stored]
}

/**
 * Reads the messages of each condition one after the other: a message that is marked as expired between two reads is
 * in both, and returned once.
 */
export async function readInTurn<Row extends { id: number }>(
  conditions: RawBuilder<boolean>[],
  read: (condition: RawBuilder<boolean>) => Promise<Row[]>,
): Promise<Row[]> {
  const found = new Map<number, Row>()
  for (const condition of conditions) for (const row of await read(condition)) found.set(row.id, row)
  return [...found.values()]
}

/** The number of expired messages that still count as unread, by the id of the recipient. */
export async function countExpired(
  db: Db,
  dialect: Dialect,
  agentIds: number[],
  now: number,
): Promise<Map<number, number>> {
  if (agentIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('bus_message')
    .select(['to_agent_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where(isOneOf(dialect, 'to_agent_id', agentIds))
    .where(isExpired(now))
    .groupBy('to_agent_id')
    .execute()
  return new Map(rows.map((row) => [row.to_agent_id, Number(row.count)]))
}

/**
 * The number of messages of one inbox with this current status, after a sequence number. It reads indexes and no
 * message, however large the inbox is: the sign prevents the index that orders by sequence, which has no status.
 */
export async function countWithStatus(
  db: Db,
  {
    agentId,
    status,
    after,
  }: { agentId: number; status: MessageRow['status'] | 'all'; after: number | undefined },
  now: number,
): Promise<number> {
  const count = (isOf: RawBuilder<boolean>) =>
    db
      .selectFrom('bus_message')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('to_agent_id', '=', agentId)
      .where(isOf)
      .$if(after !== undefined, (query) => query.where(sql<boolean>`+sequence > ${after}`))
      .executeTakeFirstOrThrow()
      .then((row) => Number(row.count))
  if (status === 'all') return count(sql`true`)
  const stored = count(sql`status = ${status}`)
  if (status !== 'pending' && status !== 'failed') return stored
  const expired = await count(isExpired(now))
  return (await stored) + (status === 'failed' ? expired : -expired)
}

/** Pending by its column, but expired. Its first part is a literal, as the index of such messages needs it. */
const isExpired = (now: number): RawBuilder<boolean> =>
  sql`(status = 'pending' and expires_at is not null and expires_at <= ${now})`
