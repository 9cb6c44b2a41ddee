import type { Writable } from 'node:stream'
import { afterWaits } from '../../../ground/kernel/after-waits.ts'
import type { Problem } from '../../../ground/kernel/problem.ts'
import { type Ending, endingFrame, HEARTBEAT, openingFrame } from './frame.ts'
import type { Marks } from './marks.ts'

/**
 * How long a full queue may stay full before the client counts as too slow, or gone; milliseconds.
 */
const FULL_MS = 60_000
/** How long the last bytes may take to be sent, milliseconds. */
const END_MS = 5_000
/** How long clients wait before they reconnect, milliseconds. */
const RETRY_MS = 2_000

export interface SubscriberParts {
  out: Writable
  /** Identifies a key or a token of a session; streams of the same one are checked together. */
  credential: string
  /** When the credential ends without further use, milliseconds since the epoch; null: never. */
  endsAt(): number | null
  /** Returns null while the credential may receive this inbox; otherwise why it may not. */
  check(): Promise<Problem | null>
  /** The position in the store at which this stream continues. */
  marks: Marks
  /** True until it has sent the messages that were pending when it was opened. */
  isFresh: boolean
}

/** One open stream of an inbox. */
export interface Subscriber extends Pick<SubscriberParts, 'credential' | 'check' | 'endsAt'> {
  /** The same, if the last check of this kind is at least 1 s old. */
  checkIfOld(): Promise<Problem | null>
  marks: Marks
  isFresh: boolean
  /** True while it has everything that its feed has: it then receives each new frame at once. */
  isLive: boolean
  readonly isOpen: boolean
  /** The number of bytes that wait for the client. */
  readonly queuedBytes: number
  /** Sends a frame; false if the client must read first. */
  write(frame: Buffer): boolean
  /** Calls back when the client has read everything; never, if the client does not. */
  whenDrained(then: () => void): void
  /** Sends a heartbeat, or ends the stream of a client that does not read. */
  beat(now: number): void
  end(ending: Ending): void
  /** Calls back once when either side has ended the stream. */
  onClose(closed: () => void): void
}

/** Wraps the response of one stream. `timer` is a monotonic clock, milliseconds. */
export function makeSubscriber(parts: SubscriberParts, timer: () => number): Subscriber {
  const { out, credential, check, endsAt } = parts
  let isOpen = true
  let fullSince: number | null = null
  let closed: (() => void) | null = null
  let drained: (() => void) | null = null
  let refusal: Problem | null = null
  const lookIfOld = afterWaits(timer, async () => {
    refusal = await check()
  })

  const goOn = () => {
    fullSince = null
    const then = drained
    drained = null
    if (isOpen) then?.()
  }
  const close = () => {
    if (!isOpen) return
    isOpen = false
    closed?.()
  }
  out.once('close', close)
  // A client that disconnects is not a server failure.
  out.on('error', close)
  out.on('drain', goOn)
  if (out.destroyed) isOpen = false
  else out.write(openingFrame(RETRY_MS))

  return {
    credential,
    check,
    endsAt,
    async checkIfOld() {
      await lookIfOld()
      return refusal
    },
    marks: parts.marks,
    isFresh: parts.isFresh,
    isLive: false,
    get queuedBytes() {
      return out.writableLength
    },
    get isOpen() {
      return isOpen
    },
    write(frame) {
      // False above the stream's high-water mark of 64 KiB: further messages then wait in the
      // store.
      if (out.write(frame)) return true
      fullSince ??= timer()
      return false
    },
    whenDrained(then) {
      drained = then
      if (out.writableLength === 0) goOn()
    },
    beat(now) {
      // If the queue was full for a single write only, it can empty without an event.
      if (drained && out.writableLength === 0) goOn()
      if (fullSince === null) out.write(HEARTBEAT)
      else if (now - fullSince >= FULL_MS)
        this.end({
          reason: 'too-slow',
          message: `This stream was not read for ${FULL_MS / 1_000} s. Connect again: it continues where it stopped.`,
          retryMs: RETRY_MS,
        })
    },
    end(ending) {
      if (!isOpen) return
      close()
      const cut = setTimeout(() => out.destroy(), END_MS).unref()
      // Otherwise the socket would wait for the client to close.
      out.end(endingFrame(ending), () => {
        clearTimeout(cut)
        out.destroy()
      })
    },
    onClose(then) {
      closed = then
      if (!isOpen) then()
    },
  }
}
