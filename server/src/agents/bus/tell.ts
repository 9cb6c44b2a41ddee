import type { Store } from '../../ground/store/open.ts'
import { type Db, isOneOf } from '../../ground/store/portable.ts'
import type { AgentRow, BusParts, MessageType, Outgoing, WorkParts } from './dependencies.ts'
import { notifyRecipients, sendMessages } from './send.ts'

/** A message about a piece of work, sent in the transaction that changes the work. */
export interface Notice {
  /** Internal id of an agent; an archived or deleted agent gets no notice. */
  to: number
  /** The server if absent. */
  from?: AgentRow | undefined
  type: MessageType
  priority: 0 | 1 | 2 | 3
  channel: string
  /** Sent as JSON: one sentence for people, and ids that the agent can use next. */
  payload: { text: string; [fact: string]: unknown }
}

/**
 * Runs a transaction of `store`, which may be the store of a call, and sends the notices that the
 * work passes to `tell`. Wakes their recipients after the commit. Throws CONFLICT, and changes
 * nothing, if an agent's notice meets a full inbox.
 */
export async function tellAfter<T>(
  { bus, clock }: Pick<WorkParts, 'bus' | 'clock'>,
  store: Pick<Store, 'write'>,
  work: (db: Db, tell: (notices: Notice[]) => void) => Promise<T>,
): Promise<T> {
  const { result, sent } = await store.write(async (db) => {
    const notices: Notice[] = []
    const done = await work(db, (some) => void notices.push(...some))
    return { result: done, sent: await sendNotices(db, bus, notices, clock()) }
  })
  notifyRecipients(bus, sent)
  return result
}

/** Sends notices in the caller's transaction. Call `notifyRecipients` with the outcome after the commit. */
export async function sendNotices(
  db: Db,
  bus: BusParts,
  notices: Notice[],
  now: number,
): Promise<Outgoing[]> {
  if (notices.length === 0) return []
  const rows = await db
    .selectFrom('agent')
    .selectAll()
    .where(isOneOf(bus.store.dialect, 'id', [...new Set(notices.map(({ to }) => to))]))
    .where('status', '<>', 'archived')
    .execute()
  const agents = new Map(rows.map((row) => [row.id, row]))
  const outgoing = notices.flatMap(({ to, from, type, priority, channel, payload }): Outgoing[] => {
    const agent = agents.get(to)
    if (!agent) return []
    return [{ from: from ?? null, to: agent, payload: JSON.stringify(payload), type, priority, channel }]
  })
  await sendMessages(db, bus, outgoing, now)
  return outgoing
}
