import { repeat } from '../../../ground/kernel/repeat.ts'
import { type Feed, type Inbox, makeFeed } from './feed.ts'
import type { Ending } from './frame.ts'
import { makeSubscriber, type Subscriber, type SubscriberParts } from './subscriber.ts'
import type { Watch } from './watch.ts'

const BEAT_MS = 15_000
/**
 * The number of heartbeats between two checks of credentials, and between two updates of presence.
 */
const BEATS_A_CHECK = 4
/** Longer than the interval between two updates of presence, milliseconds. */
export const LIVE_MS = 90_000
/** Clients of a stopping server reconnect within this time, spread evenly; milliseconds. */
const COME_BACK_MS = { first: 250, last: 2_000 }

/** An agent whose inbox is streamed. */
interface LiveAgent {
  id: number
  publicId: string
  /** The last sequence number of its inbox. */
  sequence: number
}

export interface LiveParts {
  watch: Watch
  inboxOf(agentId: number): Inbox
  /** Records that these agents now have a live channel, or have none any more. */
  notePresence(agentIds: number[], isLive: boolean): Promise<void>
  /** A monotonic clock, milliseconds. */
  timer: () => number
  failed: (error: unknown) => void
}

/** The open streams of this process. */
export interface Live {
  /** Opens a stream of an agent's inbox. While the server stops, ends it at once. */
  open(agent: LiveAgent, parts: SubscriberParts): Subscriber
  /** Sends heartbeats, and at intervals also checks credentials. A timer calls it. */
  beat(): Promise<void>
  /** Checks the credentials of all streams. */
  check(): Promise<void>
  /** The number of open streams. */
  counts(): { streams: number; behind: number; queuedBytes: number }
  /** Ends all streams, telling clients when to reconnect. Streams opened later end at once. */
  drain(): void
  close(): Promise<void>
}

interface Entry {
  agentId: number
  feed: Feed
  unwatch: () => void
}

export function makeLive({ watch, inboxOf, notePresence, timer, failed }: LiveParts): Live {
  const entries = new Map<string, Entry>()
  let isDraining = false
  let beats = 0

  const entryOf = (agent: LiveAgent): Entry => {
    const known = entries.get(agent.publicId)
    if (known) return known
    const feed = makeFeed({
      agentId: agent.publicId,
      inbox: inboxOf(agent.id),
      head: agent.sequence,
      failed,
    })
    const changed = (sequence: number | null) => {
      if (sequence === null) void feed.checkAll().catch(failed)
      else feed.reaches(sequence)
    }
    const unwatch = watch.on(agent.publicId, changed, feed.endsAt)
    const entry = { agentId: agent.id, feed, unwatch }
    entries.set(agent.publicId, entry)
    watch.look(agent.publicId)
    note([agent.id], true)
    return entry
  }
  const leave = (publicId: string, entry: Entry) => {
    if (entry.feed.size > 0 || entries.get(publicId) !== entry) return
    entries.delete(publicId)
    entry.unwatch()
    note([entry.agentId], false)
  }
  const note = (agentIds: number[], isLive: boolean) => {
    if (agentIds.length > 0) void notePresence(agentIds, isLive).catch(failed)
  }
  const check = async () => {
    const all = await Promise.allSettled([...entries.values()].map(({ feed }) => feed.checkAll()))
    for (const each of all) if (each.status === 'rejected') failed(each.reason)
    note(
      [...entries.values()].map(({ agentId }) => agentId),
      true,
    )
  }
  const beat = async () => {
    const now = timer()
    for (const { feed } of entries.values()) feed.each((subscriber) => subscriber.beat(now))
    beats++
    if (beats % BEATS_A_CHECK === 0) await check()
  }
  const beating = repeat(BEAT_MS, beat, failed)

  return {
    open(agent, parts) {
      const subscriber = makeSubscriber(parts, timer)
      if (isDraining) {
        subscriber.end(restart())
        return subscriber
      }
      const entry = entryOf(agent)
      entry.feed.reaches(agent.sequence)
      entry.feed.add(subscriber, () => leave(agent.publicId, entry))
      return subscriber
    },
    beat,
    check,
    counts() {
      const counted = { streams: 0, behind: 0, queuedBytes: 0 }
      for (const { feed } of entries.values())
        feed.each(({ isLive, queuedBytes }) => {
          counted.streams++
          if (!isLive) counted.behind++
          counted.queuedBytes += queuedBytes
        })
      return counted
    },
    drain() {
      isDraining = true
      for (const { feed } of [...entries.values()]) feed.each((subscriber) => subscriber.end(restart()))
    },
    async close() {
      await beating.stop()
      this.drain()
    },
  }
}

const restart = (): Ending => ({
  reason: 'restart',
  message: 'This server stops. Connect again: the stream continues where it stopped.',
  // Spread, so that not all clients of a replica reach the next one at the same moment.
  retryMs: COME_BACK_MS.first + Math.random() * (COME_BACK_MS.last - COME_BACK_MS.first),
})
