import { repeat } from '../../kernel/repeat.ts'
import type { Wake } from '../../kernel/wake.ts'
import type { Store } from '../../store/open.ts'
import { isOneOf } from '../../store/portable.ts'

/** How often inboxes are read without a notice, milliseconds; more often while no notices can arrive. */
const POLL_MS = 5_000
const POLL_WITHOUT_WAKE_MS = 1_000
/** Agents of one query. */
const AT_ONCE = 500

/** Called with the last sequence number of the inbox, or null if the agent was deleted. */
type Changed = (sequence: number | null) => void

/** Says when an agent's inbox may have changed, for all live channels of this process. */
export interface Watch {
  /** Calls `changed` after each new message of the agent with this public id; returns what ends that. */
  on(agent: string, changed: Changed): () => void
  /** Reads all watched inboxes now. */
  poll(): Promise<void>
  close(): Promise<void>
}

export interface WatchParts {
  store: Store
  wake: Wake
  /** Milliseconds that only grow. */
  timer: () => number
  failed: (error: unknown) => void
}

/**
 * One read answers for all agents that a notice names, however many channels they have. Nothing is read while nobody
 * watches.
 */
export function makeWatch({ store, wake, timer, failed }: WatchParts): Watch {
  const watched = new Map<string, Set<Changed>>()
  let woken = new Set<string>()
  let reading: Promise<void> | null = null
  let polledAt = timer()

  const readWoken = async () => {
    while (woken.size > 0) {
      const agents = [...woken].filter((agent) => watched.has(agent))
      woken = new Set()
      for (let from = 0; from < agents.length; from += AT_ONCE)
        await tellOf(agents.slice(from, from + AT_ONCE))
    }
  }
  const tellOf = async (agents: string[]) => {
    const rows = await store.lookup
      .selectFrom('agent')
      .select(['public_id', 'sequence'])
      .where(isOneOf(store.dialect, 'public_id', agents))
      .execute()
    const sequences = new Map(rows.map((row) => [row.public_id, row.sequence]))
    for (const agent of agents)
      for (const changed of [...(watched.get(agent) ?? [])]) changed(sequences.get(agent) ?? null)
  }
  const read = () => {
    reading ??= readWoken().finally(() => {
      reading = null
      if (woken.size > 0) readLater()
    })
    return reading
  }
  const readLater = () => void read().catch(failed)
  const pollNow = async () => {
    polledAt = timer()
    for (const agent of watched.keys()) woken.add(agent)
    await read()
  }

  const unlisten = wake.listen('bus', (heard) => {
    if (heard === 'missed') for (const agent of watched.keys()) woken.add(agent)
    else for (const agent of heard) if (watched.has(agent)) woken.add(agent)
    if (woken.size > 0) readLater()
  })
  const polling = repeat(
    POLL_WITHOUT_WAKE_MS,
    async () => {
      const isDue = !wake.isUp() || timer() - polledAt >= POLL_MS - POLL_WITHOUT_WAKE_MS / 2
      if (isDue && watched.size > 0) await pollNow()
    },
    failed,
  )

  return {
    on(agent, changed) {
      const listeners = watched.get(agent) ?? new Set()
      watched.set(agent, listeners.add(changed))
      return () => {
        listeners.delete(changed)
        if (listeners.size === 0 && watched.get(agent) === listeners) watched.delete(agent)
      }
    },
    poll: pollNow,
    async close() {
      unlisten()
      watched.clear()
      await polling.stop()
      await reading?.catch(() => undefined)
    },
  }
}
