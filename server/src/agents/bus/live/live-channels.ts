import { describeError, type Log } from '../../../ground/kernel/log.ts'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { BusParts, MessageRow } from '../dependencies.ts'
import { holdAgents } from '../hold-agent.ts'
import { type CheckedMessage, checkMessages } from '../messages/check-messages.ts'
import type { Inbox } from './feed.ts'
import type { LiveMessage } from './frame.ts'
import { type Marks, PRIORITIES } from './marks.ts'
import { LIVE_MS, type Live, makeLive } from './stream-set.ts'
import { makeWaiters, type Waiters } from './waiters.ts'
import { makeWatch, type Watch } from './watch.ts'

const PRIORITY_NAMES = ['urgent', 'high', 'normal', 'low'] as const

const OPEN: string[] = ['pending', 'delivered']

/** The live channels of this process. */
export interface LiveChannels {
  watch: Watch
  live: Live
  waiters: Waiters
  failed: (error: unknown) => void
  /** Ends all streams and waits for their end, so that the server can stop. */
  drain(): void
  close(): Promise<void>
}

interface Parts {
  bus: BusParts
  clock: () => number
  log: Log
  /** Records an error; true if it was logged. */
  isKnown: (error: unknown, doing: string) => boolean
  /** A monotonic clock, milliseconds. */
  timer?: () => number
}

/** Starts watching the inboxes. */
export function openLiveChannels({
  bus,
  clock,
  log,
  isKnown,
  timer = () => performance.now(),
}: Parts): LiveChannels {
  const failed = (error: unknown) => {
    if (!isKnown(error, 'delivery to streams'))
      log({ level: 'error', event: 'delivery to streams failed', error: describeError(error) })
  }
  const watch = makeWatch({ store: bus.store, wake: bus.wake, clock, timer, failed })
  const live = makeLive({
    watch,
    inboxOf: (agentId) => readInboxOf(bus, agentId, clock),
    notePresence: notePresence(bus.store, clock),
    timer,
    failed,
  })
  const waiters = makeWaiters(watch)
  const drain = () => {
    live.drain()
    waiters.drain()
  }
  return {
    watch,
    live,
    waiters,
    failed,
    drain,
    async close() {
      drain()
      await live.close()
      await watch.close()
    },
  }
}

/**
 * Records which agents have an open stream on this replica. If the replica dies, its records
 * expire.
 */
const notePresence =
  (store: Store, clock: () => number) =>
  async (agentIds: number[], isLive: boolean): Promise<void> => {
    const now = clock()
    await store.write(async (db) => {
      await holdAgents(db, store.dialect, agentIds)
      await db
        .updateTable('agent')
        .set(isLive ? { live_until: now + LIVE_MS, last_seen_at: now } : { live_until: now })
        .where(isOneOf(store.dialect, 'id', agentIds))
        .execute()
    })
  }

/**
 * The inbox of one agent as live channels read it: each message is verified, and expired ones are
 * omitted.
 */
export function readInboxOf(bus: BusParts, agentId: number, clock: () => number): Inbox {
  const { store } = bus
  const checked = async (rows: MessageRow[]): Promise<LiveMessage[]> => {
    const now = clock()
    // The job that fails expired messages may not have run yet.
    const open = rows.filter(
      ({ status, expires_at }) => OPEN.includes(status) && (expires_at === null || expires_at > now),
    )
    return (await checkMessages(bus, open, now)).map((message) => ({
      sequence: message.row.sequence,
      priority: message.row.priority,
      isAuthentic: message.authenticity === 'authentic',
      body: describeLive(message),
    }))
  }
  return {
    async between(after, upTo, limit) {
      const rows = await store.lookup
        .selectFrom('bus_message')
        .selectAll()
        .where('to_agent_id', '=', agentId)
        .where('sequence', '>', after)
        .where('sequence', '<=', upTo)
        .orderBy('sequence')
        .limit(limit)
        .execute()
      const last = rows.length < limit ? upTo : (rows.at(-1)?.sequence ?? upTo)
      return { messages: await checked(rows), upTo: last }
    },
    async beyond(marks, upTo, { limit, pendingOnly }) {
      const rows: MessageRow[] = []
      for (const priority of PRIORITIES) {
        if (rows.length >= limit) break
        const found = await store.read
          .selectFrom('bus_message')
          .selectAll()
          .where('to_agent_id', '=', agentId)
          .where(isOneOf(store.dialect, 'status', pendingOnly ? ['pending'] : OPEN))
          .where('priority', '=', priority)
          .where('sequence', '>', marks[priority])
          .where('sequence', '<=', upTo)
          .orderBy('sequence')
          .limit(limit - rows.length)
          .execute()
        rows.push(...found)
      }
      return { messages: await checked(rows), reached: marksAfter(marks, rows), isAll: rows.length < limit }
    },
  }
}

const marksAfter = (marks: Marks, rows: MessageRow[]): Marks =>
  PRIORITIES.map((priority) =>
    Math.max(marks[priority], ...rows.filter((row) => row.priority === priority).map((row) => row.sequence)),
  ) as unknown as Marks

/** A message as the stream and webhooks show it; the text is included only if it is authentic. */
const describeLive = ({ row, authenticity }: CheckedMessage) => ({
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
