import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Problem } from '../../../ground/kernel/problem.ts'
import { frameOf, type LiveMessage } from './frame.ts'
import { type Marks, markedBy, marksAt } from './marks.ts'
import type { Subscriber } from './subscriber.ts'

/** Messages of one read. */
const BATCH = 256
const CATCH_UP_BATCH = 64
/** The size of one write. A write to a socket costs more than building an event, so the events of a read share it. */
const WRITE_BYTES = 16 * 1024
/**
 * The maximum number of bytes to each stream in one turn of the event loop. A socket writes at the
 * end of a turn. Above its high-water mark of 64 KiB, every client would count as slow, and each
 * stream would read the store by itself.
 */
const TURN_BYTES = 32 * 1024

/** The store as a feed reads it. */
export interface Inbox {
  /** Messages after a sequence number, in the order of their numbers; `upTo` is how far it has read. */
  between(after: number, upTo: number, limit: number): Promise<{ messages: LiveMessage[]; upTo: number }>
  /**
   * Messages beyond marks, up to a sequence number: urgent first, then by number. `reached` are the marks after them,
   * and `isAll` is true if no further ones exist.
   */
  beyond(
    marks: Marks,
    upTo: number,
    want: { limit: number; pendingOnly: boolean },
  ): Promise<{ messages: LiveMessage[]; reached: Marks; isAll: boolean }>
}

export interface FeedParts {
  /** The public id of the agent. */
  agentId: string
  inbox: Inbox
  /** The last sequence number of the inbox when the feed opens. */
  head: number
  failed: (error: unknown) => void
}

/** All streams of one agent's inbox. */
export interface Feed {
  readonly head: number
  readonly size: number
  /**
   * Adds a stream, which first receives what the store has for it. Calls `left` when the stream
   * ends.
   */
  add(subscriber: Subscriber, left: () => void): void
  /** Reports that the inbox has reached this sequence number. */
  reaches(sequence: number): void
  /** Ends streams whose credential may no longer receive this inbox. */
  checkAll(): Promise<void>
  /**
   * When the first credential among the streams ends, milliseconds since the epoch; null: never.
   */
  endsAt(): number | null
  /** All streams. */
  each(act: (subscriber: Subscriber) => void): void
}

/**
 * Reads new messages once and gives the same bytes to all streams that are up to date. A stream
 * that is behind reads for itself, one step at a time and only after new messages, so that it
 * delays no other.
 */
export function makeFeed({ agentId, inbox, head: start, failed }: FeedParts): Feed {
  const subscribers = new Set<Subscriber>()
  const byCredential = new Map<string, Set<Subscriber>>()
  const behind: Subscriber[] = []
  let head = start
  let known = start
  let isRunning = false
  let unflushed = 0

  const run = async () => {
    for (;;)
      if (known > head && subscribers.size > 0) await deliver()
      else {
        // Frames without a waiting stream: later streams read them from the store.
        head = Math.max(head, known)
        const next = behind.shift()
        if (!next) {
          isRunning = false
          return
        }
        if (next.isOpen)
          await catchUp(next).catch((error: unknown) => {
            behind.unshift(next)
            throw error
          })
      }
  }
  const wake = () => {
    if (isRunning) return
    isRunning = true
    run().catch((error: unknown) => {
      // The next notice or poll tries again.
      isRunning = false
      failed(error)
    })
  }

  const deliver = async () => {
    const [{ messages, upTo: reached }] = await Promise.all([inbox.between(head, known, BATCH), checkAll()])
    let marks = marksAt(head)
    const ordered = messages.sort((a, b) => a.priority - b.priority || a.sequence - b.sequence)
    let gathered: Buffer[] = []
    let bytes = 0
    for (const [at, message] of ordered.entries()) {
      const isLast = at === ordered.length - 1
      marks = isLast ? marksAt(reached) : markedBy(marks, message.priority, message.sequence)
      const frame = frameOf(agentId, marks, message)
      gathered.push(frame)
      bytes += frame.length
      if (bytes < WRITE_BYTES && !isLast) continue
      const written = gathered.length === 1 ? frame : Buffer.concat(gathered, bytes)
      for (const subscriber of subscribers)
        if (subscriber.isLive && !subscriber.write(written)) fallBehind(subscriber, marks)
      gathered = []
      bytes = 0
      unflushed += written.length
      if (unflushed < TURN_BYTES) continue
      await nextTurn()
      unflushed = 0
    }
    head = reached
  }

  const fallBehind = (subscriber: Subscriber, marks: Marks) => {
    subscriber.isLive = false
    subscriber.marks = marks
    subscriber.whenDrained(() => {
      behind.push(subscriber)
      wake()
    })
  }

  /** One read for a stream that is behind. */
  const catchUp = async (subscriber: Subscriber) => {
    const { isFresh } = subscriber
    // The credential may end while a slow client still reads.
    const problem = await subscriber.checkIfOld()
    if (problem) return refuse(subscriber, problem)
    const { messages, reached, isAll } = await inbox.beyond(subscriber.marks, head, {
      limit: CATCH_UP_BATCH,
      pendingOnly: isFresh,
    })
    for (const message of messages) {
      const marks = markedBy(subscriber.marks, message.priority, message.sequence)
      if (!subscriber.isOpen) return
      subscriber.marks = marks
      if (!subscriber.write(frameOf(agentId, marks, message))) return fallBehind(subscriber, marks)
    }
    if (!subscriber.isOpen) return
    subscriber.marks = reached
    if (isAll) {
      subscriber.isLive = true
      subscriber.isFresh = false
      subscriber.marks = marksAt(head)
    } else behind.push(subscriber)
  }

  const checkAll = async () => {
    await Promise.all(
      [...byCredential.values()].map(async (streams) => {
        const [any] = streams
        const problem = await any?.check()
        if (problem) for (const subscriber of [...streams]) refuse(subscriber, problem)
      }),
    )
  }

  return {
    get head() {
      return head
    },
    get size() {
      return subscribers.size
    },
    add(subscriber, left) {
      subscribers.add(subscriber)
      const { credential } = subscriber
      const streams = byCredential.get(credential) ?? new Set()
      byCredential.set(credential, streams.add(subscriber))
      subscriber.onClose(() => {
        subscribers.delete(subscriber)
        streams.delete(subscriber)
        if (streams.size === 0 && byCredential.get(credential) === streams) byCredential.delete(credential)
        left()
      })
      behind.push(subscriber)
      wake()
    },
    reaches(sequence) {
      known = Math.max(known, sequence)
      if (known > head || behind.length > 0) wake()
    },
    checkAll,
    endsAt() {
      let first: number | null = null
      for (const [any] of byCredential.values()) {
        const end = any?.endsAt() ?? null
        if (end !== null && (first === null || end < first)) first = end
      }
      return first
    },
    each(act) {
      for (const subscriber of [...subscribers]) act(subscriber)
    },
  }
}

function refuse(subscriber: Subscriber, { code, message }: Problem): void {
  subscriber.end({ reason: 'refused', message: `${code}: ${message}`, retryMs: 30_000 })
}
