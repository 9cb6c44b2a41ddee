import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '../kernel/log.ts'

/** Milliseconds, each. */
export interface WakeTimes {
  /** How long subjects are batched before they are sent. */
  gather: number
  /** How often the connection is probed. */
  beatEvery: number
  /** How long the other end may take to answer before the connection counts as broken. */
  answerWithin: number
  /** The backoff between attempts to connect, from `first` to `most`. */
  retry: { first: number; most: number }
  /** The same for a connection that delivers no notices, because somebody must change a setting first. */
  retryDeaf: number
}

export type BeatTimes = Pick<WakeTimes, 'beatEvery' | 'answerWithin'>

/** One connection, on which notices arrive from the start until it breaks. */
interface Line {
  /** Sends messages together; rejects if they may not have arrived. */
  send(messages: string[]): Promise<void>
  /** Resolves with the reason once notices no longer arrive. */
  broken: Promise<unknown>
  /** Frees the connection: in order, or by force if it is broken, because then the other end never answers. */
  close(isInOrder: boolean): Promise<void>
}

/** Connects once, and stops that when `signal` aborts; `heard` receives each message of any replica. Throws if it cannot. */
export type Dial = (signal: AbortSignal, heard: (message: string) => void) => Promise<Line>

/** A connection that delivers no notices until somebody changes a setting; the message says which. */
export class DeafError extends Error {}

export interface WakeConnectionParts {
  dial: Dial
  /** For the log. */
  channel: string
  log: Log
  times: WakeTimes
  /** A message of any replica, perhaps including this one. */
  heard(message: string): void
  /** Notices arrive from now on; earlier ones may have got lost. */
  connected(): void
}

/** A replica's only connection for notices; it reconnects indefinitely. */
export interface WakeConnection {
  isUp(): boolean
  /** Sends messages together; rejects if they may not have arrived, and then reconnects. */
  send(messages: string[]): Promise<void>
  close(): Promise<void>
}

export function connectWake({ dial, channel, log, times, ...parts }: WakeConnectionParts): WakeConnection {
  const closing = new AbortController()
  /** Set while notices arrive; `broken` ends the connection. */
  let live: { line: Line; broken(why: unknown): void } | null = null
  /** Each reason of the current trouble is logged once: the first may hide what must be changed. */
  const said = new Set<string>()

  /** Connects, and waits until the connection breaks. Returns the reason. */
  const connectOnce = async (connected: () => void): Promise<unknown> => {
    const line = await dial(closing.signal, parts.heard)
    const sendFailed = Promise.withResolvers<unknown>()
    const stop = () => sendFailed.resolve(null)
    closing.signal.addEventListener('abort', stop)
    try {
      live = { line, broken: sendFailed.resolve }
      connected()
      if (closing.signal.aborted) return null
      return await Promise.race([line.broken, sendFailed.promise])
    } finally {
      live = null
      closing.signal.removeEventListener('abort', stop)
      await line.close(closing.signal.aborted)
    }
  }

  const run = async (): Promise<void> => {
    let waitMs = times.retry.first
    while (!closing.signal.aborted) {
      const cause = await connectOnce(() => {
        waitMs = times.retry.first
        if (said.size > 0) log({ level: 'info', event: 'notices between replicas are back' })
        said.clear()
        parts.connected()
      }).catch((error: unknown) => error)
      if (closing.signal.aborted) return
      const problem = reasonOf(cause)
      if (!said.has(problem)) log({ level: 'warn', event: 'no notices between replicas', problem, channel })
      said.add(problem)
      const pauseMs = cause instanceof DeafError ? times.retryDeaf : waitMs * (0.5 + Math.random() / 2)
      waitMs = Math.min(times.retry.most, waitMs * 2)
      await wait(pauseMs, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()

  return {
    isUp: () => live !== null,
    async send(messages) {
      const now = live
      if (!now) throw new Error('There is no connection.')
      await now.line.send(messages).catch((error: unknown) => {
        now.broken(error)
        throw error
      })
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

/** Resolves with `work`; throws `late` after `ms` milliseconds. */
export function within<Done>(ms: number, work: Promise<Done>, late: Error): Promise<Done> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, ms, late)
  timer.unref()
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** A connection refused on each of a name's addresses has a code and no message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || (cause as NodeJS.ErrnoException).code || cause.name
}
