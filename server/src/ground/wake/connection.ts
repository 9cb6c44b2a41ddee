import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../kernel/log.ts'

/** Milliseconds, each. */
export interface WakeTimes {
  /** How long subjects are batched before they are sent. */
  gather: number
  /** How often the connection is probed. */
  beatEvery: number
  /** How long Postgres may take to answer before the connection counts as broken. */
  answerWithin: number
  /** The backoff between attempts to connect, from `first` to `most`. */
  retry: { first: number; most: number }
  /** The same for a connection that delivers no notices, because somebody must change a setting first. */
  retryDeaf: number
}

export interface WakeConnectionParts {
  /**
   * `postgres://user:password@host:port/database`; not a pooler that changes connections between
   * transactions.
   */
  address: string
  channel: string
  log: Log
  times: WakeTimes
  /** A message of any replica, including this one. */
  heard(message: string): void
  /** Notices arrive from now on; earlier ones may have got lost. */
  connected(): void
}

/** A replica's only connection for LISTEN and NOTIFY; it reconnects indefinitely. */
export interface WakeConnection {
  isUp(): boolean
  /** Sends messages in one statement; rejects if they may not have arrived, and then reconnects. */
  send(messages: string[]): Promise<void>
  close(): Promise<void>
}

/** The connection's name in `pg_stat_activity`. */
const NAME = 'svc wake'
const LAST_MS = 1_000

const DEAF =
  'This connection delivers no notices. If a pooler such as PgBouncer is in between, set SVC_WAKE_URL to the address of Postgres itself.'

class DeafError extends Error {}

export function connectWake(parts: WakeConnectionParts): WakeConnection {
  const { address, channel, log, times } = parts
  const closing = new AbortController()
  /** Set while notices arrive; `broken` ends the connection. */
  let live: { client: pg.Client; broken(why: Error): void } | null = null
  let isTroubled = false

  /** Connects, and waits until the connection breaks. Throws the reason. */
  const connectOnce = async (connected: () => void): Promise<void> => {
    const client = new pg.Client({
      connectionString: address,
      fallback_application_name: NAME,
      connectionTimeoutMillis: times.answerWithin,
      query_timeout: times.answerWithin,
      keepAlive: true,
    })
    const broken = Promise.withResolvers<never>()
    // It may reject before anything awaits it.
    broken.promise.catch(() => undefined)
    client.on('error', broken.reject)
    client.on('end', () => broken.reject(new Error('The connection ended.')))
    const stop = () => broken.reject(new Error('The server closes.'))
    closing.signal.addEventListener('abort', stop)
    const orBroken = <T>(work: Promise<T>) => Promise.race([work, broken.promise])
    try {
      closing.signal.throwIfAborted()
      await orBroken(client.connect())
      const echoes = makeEchoes()
      client.on('notification', ({ payload = '' }) => {
        if (!echoes.heard(payload)) parts.heard(payload)
      })
      await orBroken(client.query(`listen ${pg.escapeIdentifier(channel)}`))
      const beat = async (silence: Error) => {
        const echo = echoes.next()
        await orBroken(notify(client, [echo.text]))
        await orBroken(within(times.answerWithin, echo.came, silence))
      }
      // A pooler accepts LISTEN and delivers nothing: only an echo proves that notices arrive.
      await beat(new DeafError(DEAF))
      live = { client, broken: broken.reject }
      connected()
      for (;;) {
        await orBroken(wait(times.beatEvery, undefined, { signal: closing.signal, ref: false }))
        await beat(new Error('Notices stopped arriving.'))
      }
    } finally {
      live = null
      closing.signal.removeEventListener('abort', stop)
      await ended(client, closing.signal.aborted)
    }
  }

  const notify = (client: pg.Client, messages: string[]) =>
    client.query('select pg_notify($1, message) from unnest($2::text[]) as message', [channel, messages])

  const run = async (): Promise<void> => {
    let waitMs = times.retry.first
    while (!closing.signal.aborted) {
      const cause = await connectOnce(() => {
        waitMs = times.retry.first
        if (isTroubled) log({ level: 'info', event: 'notices between replicas are back' })
        isTroubled = false
        parts.connected()
      }).catch((error: unknown) => error)
      if (closing.signal.aborted) return
      if (!isTroubled)
        log({ level: 'warn', event: 'no notices between replicas', problem: reasonOf(cause), channel })
      isTroubled = true
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
      await notify(now.client, messages).catch((error: Error) => {
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
function within(ms: number, work: Promise<void>, late: Error): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(reject, ms, late)
  timer.unref()
  return Promise.race([work, promise]).finally(() => clearTimeout(timer))
}

/** Messages of a connection to itself. */
function makeEchoes() {
  const own = randomUUID()
  let count = 0
  let waiting = { text: '', resolve: () => {} }
  return {
    next() {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting = { text: JSON.stringify(['echo', own, ++count]), resolve }
      return { text: waiting.text, came: promise }
    },
    /** True if the message was this connection's own. */
    heard(message: string): boolean {
      if (message !== waiting.text) return false
      waiting.resolve()
      return true
    },
  }
}

/** Ends a connection: cleanly if it may still work, and by force, because a broken one never answers. */
async function ended(client: pg.Client, isInOrder: boolean): Promise<void> {
  const { stream } = client.connection
  if (isInOrder) {
    const late = new AbortController()
    const timer = wait(LAST_MS, undefined, { signal: late.signal }).catch(() => undefined)
    await Promise.race([client.end().catch(() => undefined), timer])
    late.abort()
  }
  stream.destroy()
}

/** A connection refused on each of a name's addresses has a code and no message. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause)
  return cause.message || (cause as NodeJS.ErrnoException).code || cause.name
}
