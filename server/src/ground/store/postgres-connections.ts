import { Socket } from 'node:net'
import pg from 'pg'
import { DatabaseTrouble, troubleOf } from './trouble.ts'
import { Unanswered } from './unanswered.ts'

/**
 * How long an idle connection stays open, milliseconds: a new one takes longer than most reads, and has no
 * prepared statements.
 */
const IDLE_MS = 300_000
/** The time limit for a new connection, and for one to become free, milliseconds. */
const CONNECT_WITHIN_MS = 10_000
/** After this silence the system probes the other machine; ten probes, a second apart. Milliseconds. */
const KEEP_ALIVE_MS = 10_000
/** The time limit for the database's end of a connection, milliseconds. */
const END_WITHIN_MS = 2_000
/**
 * Postgres releases the rows of a transaction whose server fell silent. The text is one message, so it costs
 * no round trip.
 */
const BEGIN = `begin; set local idle_in_transaction_session_timeout = '60s'`

/** Runs a statement on a connection of the pool. Rejects with `DatabaseTrouble` if the connection broke. */
export type Ask = (client: pg.PoolClient, text: string, values: unknown[]) => Promise<pg.QueryResult>

/** A pool of connections that outlives its database: it replaces broken, unanswered and outdated ones. */
export class PostgresConnections {
  readonly #pool: pg.Pool
  readonly #sockets = new Set<Socket>()
  /** The error that broke a connection; no event of a broken one may end the process. */
  readonly #broken = new WeakMap<object, unknown>()
  readonly #generations = new WeakMap<object, number>()
  readonly #unanswered: Unanswered
  #generation = 0
  #ended: Promise<void> | undefined

  constructor(address: string, most: number, types: pg.CustomTypesConfig) {
    const config: pg.PoolConfig = {
      connectionString: address,
      types,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      stream: () => this.#makeSocket(),
    }
    this.#unanswered = new Unanswered(config)
    this.#pool = new pg.Pool({ ...config, max: most, idleTimeoutMillis: IDLE_MS })
    // The pool replaces a connection that breaks while idle; without a listener, the event would end the
    // process.
    this.#pool.on('error', () => undefined)
    this.#pool.on('connect', (client) => {
      this.#generations.set(client, this.#generation)
      // The pool listens only to idle ones.
      client.on('error', (error) => this.#broken.set(client, this.#broken.get(client) ?? error))
    })
  }

  get options(): pg.PoolConfig {
    return this.#pool.options
  }

  counts(): { open: number; idle: number; waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { open: totalCount, idle: idleCount, waiting: waitingCount }
  }

  /** A connection of the current primary. Throws `DatabaseTrouble` if there is none within 10 s. */
  async take(): Promise<pg.PoolClient> {
    for (;;) {
      const client = await this.#pool.connect().catch((cause: unknown) => {
        throw this.#ended ? cause : notConnected(cause)
      })
      if (this.#generations.get(client) === this.#generation) return client
      client.release(true)
    }
  }

  /** Runs a statement on a taken connection, through `ask` if given. */
  async query(
    client: pg.PoolClient,
    text: string,
    values: unknown[],
    ask: Ask = (one, ...statement) => one.query(...statement),
  ): Promise<pg.QueryResult> {
    const answered = this.#unanswered.watch(client)
    try {
      return await ask(client, text === 'begin' ? BEGIN : text, values)
    } catch (error) {
      throw this.#explain(client, text, error)
    } finally {
      answered()
    }
  }

  /** Replaces each connection before its next use: it may lead to a former primary. */
  renew(): void {
    this.#generation++
  }

  async end(): Promise<void> {
    this.#ended ??= this.#end()
    return this.#ended
  }

  async #end(): Promise<void> {
    // A database that hangs never closes the connection.
    const cut = setTimeout(() => {
      for (const socket of this.#sockets) socket.destroy()
    }, END_WITHIN_MS)
    await this.#pool.end()
    // The pool does not wait for its sockets, and an open one keeps a thread from exiting.
    // Not `once` of Node's events, which rejects when the database resets the connection.
    await Promise.all(
      [...this.#sockets].map(
        (socket) => socket.closed || new Promise((resolve) => socket.once('close', resolve)),
      ),
    )
    clearTimeout(cut)
  }

  #makeSocket(): Socket {
    const socket = new Socket()
    this.#sockets.add(socket)
    socket.once('close', () => this.#sockets.delete(socket))
    return socket
  }

  #explain(client: pg.PoolClient, text: string, error: unknown): unknown {
    const why = this.#unanswered.isCut(client) ? NO_ANSWER : this.#broken.get(client)
    const trouble = troubleOf(error)
    if (trouble?.kind === 'read-only') this.renew()
    if (why === undefined && trouble?.kind !== 'away') return error
    const cause = why instanceof Error ? why : error
    const message = typeof why === 'string' ? why : (trouble ?? (cause as Error)).message
    return new DatabaseTrouble('away', message, { cause, isInDoubt: text === 'commit' })
  }
}

const NO_ANSWER = 'The database did not answer, neither this statement nor a new connection.'

/** For any reason, including a wrong password: no database can answer. */
const notConnected = (cause: unknown) =>
  new DatabaseTrouble('away', `No connection to the database: ${(cause as Error).message}`, { cause })
