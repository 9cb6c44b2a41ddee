import { sql } from 'kysely'
import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import type { AgentRow, BusParts, MessageRow, Outgoing } from '../dependencies.ts'
import { verifyMessages } from '../signing/verify.ts'
import { makeNotices } from './failure-notice.ts'
import { CHANGED } from './status-now.ts'

/** An agent with the largest sequence number in its inbox. */
export type AgentWithTop = AgentRow & { top: number | null }

/** The number of messages in one step. */
const STEP = 500
/** No inbox gets this many messages, so a counter beyond it was not written by the server. */
const LARGEST = 2 ** 52

/**
 * In the transaction that has locked the agents: makes room for the next sequence numbers. Numbers
 * beyond an agent's counter were written outside the server. Modified messages lose such numbers.
 * Authentic messages raise the counter, which was lowered by someone else. Returns null if nothing
 * changed, else the notices to senders; then read the agents again.
 */
export async function mendSequences(
  db: Db,
  bus: BusParts,
  agents: Iterable<AgentWithTop>,
  now: number,
): Promise<Outgoing[] | null> {
  let isMended = false
  const notices: Outgoing[] = []
  for (const { id, sequence, top } of agents) {
    if ((top ?? 0) <= sequence && sequence < LARGEST) continue
    isMended = true
    let counter = sequence < LARGEST ? sequence : 0
    for (;;) {
      const rows = await db
        .selectFrom('bus_message')
        .selectAll()
        .where('to_agent_id', '=', id)
        .where('sequence', '>', counter)
        .orderBy('sequence')
        .limit(STEP)
        .execute()
      const results = await verifyMessages(db, bus, rows)
      // A message that cannot be verified may be authentic: its key may return.
      const isOwn = (row: MessageRow, at: number) => results[at] !== 'changed' && row.sequence < LARGEST
      const changed = rows.filter((row, at) => !isOwn(row, at))
      notices.push(...(await setAside(db, bus, changed, now)))
      counter = rows.filter(isOwn).at(-1)?.sequence ?? counter
      if (rows.length < STEP) break
    }
    await db.updateTable('agent').set({ sequence: counter }).where('id', '=', id).execute()
  }
  return isMended ? notices : null
}

/**
 * In the caller's transaction: fails messages that were modified outside the server, and frees
 * their numbers and ids for new messages. They remain readable, marked as modified. Returns the
 * notices to their senders.
 */
export async function setAside(db: Db, bus: BusParts, rows: MessageRow[], now: number): Promise<Outgoing[]> {
  if (rows.length === 0) return []
  const failed = await db
    .updateTable('bus_message')
    .set({
      status: 'failed',
      problem: CHANGED,
      failed_at: now,
      // Unique, and lower than every sequence number that the server assigns.
      sequence: sql<number>`-id`,
      client_message_id: null,
    })
    .where(
      isOneOf(
        bus.store.dialect,
        'id',
        rows.map(({ id }) => id),
      ),
    )
    .returningAll()
    .execute()
  const known = new Set(rows.filter(({ problem }) => problem === CHANGED).map(({ id }) => id))
  const news = failed.filter(({ id }) => !known.has(id))
  return makeNotices(db, bus, news, CHANGED)
}
