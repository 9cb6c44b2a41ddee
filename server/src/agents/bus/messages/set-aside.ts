import { sql } from 'kysely'
import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import type { AgentRow, BusParts, MessageRow, Outgoing } from '../dependencies.ts'
import { holdAgents } from '../hold-agent.ts'
import { verifyMessages } from '../signing/keys.ts'
import { CHANGED } from './status-now.ts'

/** The number of ids that a notice lists. */
const LISTED = 20

export type Failed = Pick<
  MessageRow,
  'public_id' | 'from_agent_id' | 'to_agent_id' | 'to_name' | 'organization_id'
>

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

/**
 * In the transaction that has failed messages: frees their places in the inboxes, and returns one notice for each sender
 * and recipient. Failed notices of the server cause no further notices.
 */
export async function makeNotices(db: Db, bus: BusParts, failed: Failed[], why: string): Promise<Outgoing[]> {
  await countUnread(db, bus, failed)
  const groups = Map.groupBy(
    failed.filter((row) => row.from_agent_id !== null),
    (row) => `${row.from_agent_id} ${row.to_name}`,
  )
  if (groups.size === 0) return []
  const senders = await readSenders(db, bus, failed)
  return [...groups.values()].flatMap((rows): Outgoing[] => {
    const [first] = rows as [Failed]
    const to = senders.get(first.from_agent_id as number)
    if (to?.organization_id !== first.organization_id || to.status === 'archived') return []
    return [{ from: null, to, type: 'alert', priority: 1, payload: textOf(rows, why) }]
  })
}

function textOf(rows: Failed[], why: string): string {
  const [{ to_name }] = rows as [Failed]
  const ids = rows.slice(0, LISTED).map(({ public_id }) => public_id)
  const more = rows.length > ids.length ? `, and ${rows.length - ids.length} more` : ''
  const what = rows.length === 1 ? 'Your message' : `${rows.length} of your messages`
  return `${what} to ${to_name} failed: ${why}. ${rows.length === 1 ? 'Id' : 'Ids'}: ${ids.join(', ')}${more}.`
}

async function readSenders(db: Db, { store }: BusParts, rows: Failed[]): Promise<Map<number, AgentRow>> {
  const ids = new Set(rows.flatMap(({ from_agent_id }) => (from_agent_id === null ? [] : [from_agent_id])))
  const agents = await db
    .selectFrom('agent')
    .selectAll()
    .where(isOneOf(store.dialect, 'id', [...ids]))
    .execute()
  return new Map(agents.map((agent) => [agent.id, agent]))
}

/**
 * Counts the pending messages of the recipients again. The lock precedes the statement that counts:
 * on Postgres, a statement that waits for the lock itself would not see what others stored or read
 * meanwhile.
 */
async function countUnread(db: Db, { store: { dialect } }: BusParts, rows: Failed[]): Promise<void> {
  if (rows.length === 0) return
  const recipients = [...new Set(rows.map(({ to_agent_id }) => to_agent_id))]
  await holdAgents(db, dialect, recipients)
  await db
    .updateTable('agent')
    .set({
      unread: sql<number>`(select count(*) from bus_message
        where to_agent_id = agent.id and status = 'pending')`,
    })
    .where(isOneOf(dialect, 'id', recipients))
    .execute()
}
