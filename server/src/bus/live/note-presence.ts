import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'
import { holdAgents } from '../hold-agent.ts'
import { LIVE_MS } from './stream-set.ts'

/**
 * Records which agents have an open stream on this replica. If the replica dies, its records
 * expire.
 */
export const notePresence =
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
