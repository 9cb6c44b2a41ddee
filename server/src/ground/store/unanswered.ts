import pg from 'pg'

/** A statement that takes longer is checked repeatedly, milliseconds. */
const SUSPECT_AFTER_MS = 5_000
/**
 * How long the database may take to answer a new connection, milliseconds; longer than a busy machine takes.
 */
const ANSWERS_WITHIN_MS = 10_000
/** Consecutive checks that find a statement unknown to the database: the first may have met its end. */
const MOST_MISSES = 2

/** A connection of the pool, with undocumented members of the driver. */
type Client = pg.ClientBase & { end?(): Promise<void>; processID?: number | null }

/**
 * Cuts connections whose statement gets no answer, so that no request waits for ever. A slow statement, a
 * hanging database and a lost connection look alike from here. So a new connection asks the database for its
 * active statements.
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

  /** Sends one query for all that wait. */
  #ask(): Promise<AtWork> {
    this.#asking ??= ask(this.#config).finally(() => {
      this.#asking = null
    })
    return this.#asking
  }
}

/** True for the process id of a connection if the database works on its statement, or cannot say. */
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
    // A pooler in between assigns numbers of its own.
    if (rows.every(({ own }) => own !== client.processID)) return MAYBE
    const pids = new Set(rows.map(({ pid }) => pid))
    return (processId) => pids.has(processId)
  } catch (error) {
    // An error, such as too many connections, is an answer: the database works.
    return error instanceof pg.DatabaseError ? MAYBE : NOBODY
  } finally {
    clearTimeout(late)
    client.end().catch(() => undefined)
  }
}
