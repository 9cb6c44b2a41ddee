import { repeat } from '../../../ground/kernel/repeat.ts'
import type { Heard, Wake } from '../../../ground/kernel/wake.ts'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { endedCredentials } from '../../../people/identity/ended-credentials.ts'

/**
 * How often inboxes are read without a notice, milliseconds; shorter while notices cannot arrive.
 */
const POLL_MS = 5_000
const POLL_WITHOUT_WAKE_MS = 1_000
/** The number of agents in one query. */
const AT_ONCE = 500

/** Called with the last sequence number of the inbox, or null if the right to receive it may have ended. */
type Changed = (sequence: number | null) => void

/**
 * When the right to receive the inbox ends without further use, milliseconds since the epoch; null:
 * never.
 */
type EndsAt = () => number | null

/**
 * Reports to all live channels of this process when an agent's inbox, or the right to receive it,
 * may have changed.
 */
export interface Watch {
  /**
   * Calls `changed` after each new message of the agent with this public id, at each poll, and when
   * the agent or its credential may have ended, also by time. Returns a function that unsubscribes.
   */
  on(agent: string, changed: Changed, endsAt?: EndsAt): () => void
  /** Reads a watched inbox now, because a message may have arrived just before the watch began. */
  look(agent: string): void
  /** Reads all watched inboxes now. */
  poll(): Promise<void>
  close(): Promise<void>
}

export interface WatchParts {
  store: Store
  wake: Wake
  clock: () => number
  /** A monotonic clock, milliseconds. */
  timer: () => number
  failed: (error: unknown) => void
}

/** Why agents are read. */
interface Causes {
  /** Agents named by notices. */
  agents: ReadonlySet<string>
  /** Subjects of `access` notices. */
  rights: ReadonlySet<string>
  isPoll: boolean
}

interface AgentNow {
  public_id: string
  organization_id: number
  sequence: number
  status: string
  credential: string
}

/**
 * One read covers all agents that a notice names, regardless of their number of channels. Nothing
 * is read while nobody watches.
 */
export function makeWatch({ store, wake, clock, timer, failed }: WatchParts): Watch {
  const watched = new Map<string, Map<Changed, EndsAt>>()
  /** The last known state of each watched agent. */
  const told = new Map<string, AgentNow>()
  let agents = new Set<string>()
  let looks = new Set<string>()
  let rights = new Set<string>()
  let isPoll = false
  let reading: Promise<void> | null = null
  let polledAt = timer()

  const isDue = () => agents.size > 0 || looks.size > 0 || rights.size > 0 || isPoll
  const readDue = async () => {
    while (isDue()) {
      const causes = { agents, rights, isPoll }
      const named = new Set([...agents, ...looks])
      agents = new Set()
      looks = new Set()
      rights = new Set()
      isPoll = false
      const wanted =
        causes.isPoll || causes.rights.size > 0
          ? [...watched.keys()]
          : [...named].filter((agent) => watched.has(agent))
      for (let from = 0; from < wanted.length; from += AT_ONCE)
        await tellOf(wanted.slice(from, from + AT_ONCE), causes)
    }
  }
  const tellOf = async (wanted: string[], causes: Causes) => {
    const rows: AgentNow[] = await store.lookup
      .selectFrom('agent')
      .select(['public_id', 'organization_id', 'sequence', 'status', 'credential'])
      .where(isOneOf(store.dialect, 'public_id', wanted))
      .execute()
    const ended = causes.isPoll
      ? await endedCredentials(
          store,
          rows.map(({ credential }) => credential),
          clock(),
        )
      : new Set<string>()
    const found = new Map(rows.map((row) => [row.public_id, row]))
    for (const agent of wanted) {
      const now = found.get(agent)
      const before = told.get(agent)
      if (now && watched.has(agent)) told.set(agent, now)
      const mayHaveEnded = !now || mayEnd(now, before, causes) || ended.has(now.credential)
      for (const changed of [...(watched.get(agent)?.keys() ?? [])]) {
        if (now) changed(now.sequence)
        if (mayHaveEnded) changed(null)
      }
    }
  }
  const read = () => {
    reading ??= readDue().finally(() => {
      reading = null
      if (isDue()) readLater()
    })
    return reading
  }
  const readLater = () => void read().catch(failed)
  const pollNow = async () => {
    polledAt = timer()
    isPoll = true
    await read()
  }

  /** A check may find that the credential was used meanwhile and therefore ends later. */
  const endDue = () => {
    const now = clock()
    for (const listeners of watched.values())
      for (const [changed, endsAt] of [...listeners]) if ((endsAt() ?? Infinity) <= now) changed(null)
  }

  const hear =
    (note: (subject: string) => void): Heard =>
    (heard) => {
      if (watched.size === 0) return
      if (heard === 'missed') {
        isPoll = true
        rights.add(EVERYBODY)
      } else for (const subject of heard) note(subject)
      if (isDue()) readLater()
    }
  const unlisten = [
    wake.listen(
      'bus',
      hear((agent) => watched.has(agent) && agents.add(agent)),
    ),
    wake.listen(
      'access',
      hear((whose) => rights.add(whose)),
    ),
  ]
  const polling = repeat(
    POLL_WITHOUT_WAKE_MS,
    async () => {
      endDue()
      const isTime = !wake.isUp() || timer() - polledAt >= POLL_MS - POLL_WITHOUT_WAKE_MS / 2
      if (isTime && watched.size > 0) await pollNow()
    },
    failed,
  )

  return {
    on(agent, changed, endsAt = () => null) {
      const listeners = watched.get(agent) ?? new Map()
      watched.set(agent, listeners.set(changed, endsAt))
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0 || watched.get(agent) !== listeners) return
        watched.delete(agent)
        told.delete(agent)
      }
    },
    look(agent) {
      looks.add(agent)
      readLater()
    },
    poll: pollNow,
    async close() {
      for (const stop of unlisten) stop()
      watched.clear()
      await polling.stop()
      await reading?.catch(() => undefined)
    },
  }
}

const EVERYBODY = 'all'

/**
 * True if streams should check their rights. A notice without a new message concerns another change
 * of the agent.
 */
const mayEnd = (now: AgentNow, before: AgentNow | undefined, { agents, rights, isPoll }: Causes): boolean =>
  (agents.has(now.public_id) && (!before || before.sequence === now.sequence)) ||
  rights.has(EVERYBODY) ||
  rights.has(now.credential) ||
  rights.has(`organization:${now.organization_id}`) ||
  (isPoll && (now.status === 'archived' || (before !== undefined && before.credential !== now.credential)))
