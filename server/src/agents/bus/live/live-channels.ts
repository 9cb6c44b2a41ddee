import { describeError, type Log } from '../../../ground/kernel/log.ts'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import type { BusParts } from '../dependencies.ts'
import { holdAgents } from '../hold-agent.ts'
import { readInboxOf } from './inbox.ts'
import { LIVE_MS, type Live, makeLive } from './stream-set.ts'
import { makeWaiters, type Waiters } from './waiters.ts'
import { makeWatch, type Watch } from './watch.ts'

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
