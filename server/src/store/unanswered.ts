import pg from 'pg'

/** A statement that takes longer is looked into, again and again. */
const SUSPECT_AFTER_MS = 5_000
/** For the database to answer a new connection; longer than a busy machine takes. */
const ANSWERS_WITHIN_MS = 10_000
/** Looks, one after the other, that find a statement unknown to the database: the first may have met its end. */
const MOST_MISSES = 2

/** A connection of the pool, with what the driver does not document. */
type Client = pg.ClientBase & { end?(): Promise<void>; processID?: number | null }

/**
 * Cuts connections whose statement is not answered, so that no request waits for ever. A slow statement, a database that
 * hangs and a lost connection look alike from here. So a new connection asks the database what it works on.
 */
export class Unanswered {
  readonly #config: pg.ClientConfig
  readonly #cut = new WeakSet<object>()
  #asking: Promise<AtWork> | null = null

  constructor(config: pg.ClientConfig) {
    this.#config = { ...config, connectionTimeoutMillis: ANSWERS_WITHIN_MS }
  }

  /** Watches a connection until the function it returns is called. */
  watch(client: Client): () => void {
    let isAnswered = false
    let misses = 0
    const suspect = async () => {
      const atWork = await this.#ask()
      if (isAnswered) return
      misses = atWork(client.processID ?? 0) ? 0 : misses + (atWork === NOBODY ? MOST_MISSES : 1)
      if (misses < MOST_MISSES) {
        timer = setTimeout(suspect, SUSPECT_AFTER_MS)
        return
      }
      this.#cut.add(client)
      // With a statement under way this destroys the socket, and the statement fails.
      client.end?.()
    }
    let timer = setTimeout(suspect, SUSPECT_AFTER_MS)
    return () => {
      isAnswered = true
      clearTimeout(timer)
    }
  }

  /** True if this ended the connection. */
  isCut(client: object): boolean {
    return this.#cut.has(client)
  }

  /** Asks once for all that wait. */
  #ask(): Promise<AtWork> {
    this.#asking ??= ask(this.#config).finally(() => {
      this.#asking = null
    })
    return this.#asking
  }
}

/** True of the process id of a connection if the database works on a statement of it, or cannot say. */
type AtWork = (processId: number) => boolean

const NOBODY: AtWork = () => false
const MAYBE: AtWork = () => true

async function ask(config: pg.ClientConfig): Promise<AtWork> {
  const client = new pg.Client(config) as pg.Client & { processID?: number | null }
  client.on('error', () => undefined)
  const late = setTimeout(() => void client.end(), ANSWERS_WITHIN_MS)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number; own: number }>(
      `select pid, pg_backend_pid() as own from pg_stat_activity where state = 'active'`,
    )
    // A pooler in between hands out numbers of its own.
    if (rows.every(({ own }) => own !== client.processID)) return MAYBE
    const pids = new Set(rows.map(({ pid }) => pid))
    return (processId) => pids.has(processId)
  } catch (error) {
    // A refusal, as for too many connections, is an answer: the database lives.
    return error instanceof pg.DatabaseError ? MAYBE : NOBODY
  } finally {
    clearTimeout(late)
    client.end().catch(() => undefined)
  }
}
