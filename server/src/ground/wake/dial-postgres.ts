import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type BeatTimes, DeafError, type Dial, within } from './connection.ts'

/** The connection's name in `pg_stat_activity`. */
const NAME = 'svc wake'
const LAST_MS = 1_000

const DEAF =
  'This connection delivers no notices. If a pooler such as PgBouncer is in between, set SVC_WAKE_URL to the address of Postgres itself.'

/**
 * Notices over LISTEN and NOTIFY. `address`: `postgres://user:password@host:port/database`; not a pooler that
 * changes connections between transactions.
 */
export function dialPostgres(address: string, channel: string, times: BeatTimes): Dial {
  return async (signal, heard) => {
    const client = new pg.Client({
      connectionString: address,
      fallback_application_name: NAME,
      connectionTimeoutMillis: times.answerWithin,
      query_timeout: times.answerWithin,
      keepAlive: true,
    })
    const ended = new AbortController()
    const broken = Promise.withResolvers<never>()
    // It may reject before anything awaits it.
    broken.promise.catch(() => undefined)
    client.on('error', broken.reject)
    client.on('end', () => broken.reject(new Error('The connection ended.')))
    const stop = () => broken.reject(new Error('The server closes.'))
    signal.addEventListener('abort', stop)
    const orBroken = <T>(work: Promise<T>) => Promise.race([work, broken.promise])
    const close = async (isInOrder: boolean) => {
      ended.abort()
      signal.removeEventListener('abort', stop)
      await endClient(client, isInOrder)
    }
    const notify = (messages: string[]) =>
      client.query('select pg_notify($1, message) from unnest($2::text[]) as message', [channel, messages])
    const echoes = makeEchoes()
    const beat = async (silence: Error) => {
      const echo = echoes.next()
      await orBroken(notify([echo.text]))
      await orBroken(within(times.answerWithin, echo.came, silence))
    }
    const beatUntilBroken = async (): Promise<never> => {
      for (;;) {
        await orBroken(wait(times.beatEvery, undefined, { signal: ended.signal, ref: false }))
        await beat(new Error('Notices stopped arriving.'))
      }
    }
    try {
      signal.throwIfAborted()
      await orBroken(client.connect())
      client.on('notification', ({ payload = '' }) => {
        if (!echoes.heard(payload)) heard(payload)
      })
      await orBroken(client.query(`listen ${pg.escapeIdentifier(channel)}`))
      // A pooler accepts LISTEN and delivers nothing: only an echo proves that notices arrive.
      await beat(new DeafError(DEAF))
    } catch (error) {
      await close(signal.aborted)
      throw error
    }
    return {
      broken: beatUntilBroken().catch((error: unknown) => error),
      async send(messages) {
        await notify(messages)
      },
      close,
    }
  }
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
async function endClient(client: pg.Client, isInOrder: boolean): Promise<void> {
  const { stream } = client.connection
  if (isInOrder) {
    const late = new AbortController()
    const timer = wait(LAST_MS, undefined, { signal: late.signal }).catch(() => undefined)
    await Promise.race([client.end().catch(() => undefined), timer])
    late.abort()
  }
  stream.destroy()
}
