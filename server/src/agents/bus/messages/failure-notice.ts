import { sql } from 'kysely'
import { type Db, isOneOf } from '../../../ground/store/portable.ts'
import type { AgentRow, BusParts, MessageRow, Outgoing } from '../dependencies.ts'
import { holdAgents } from '../hold-agent.ts'

/** The number of ids that a notice lists. */
const LISTED = 20

export type Failed = Pick<
  MessageRow,
  'public_id' | 'from_agent_id' | 'to_agent_id' | 'to_name' | 'organization_id'
>

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
