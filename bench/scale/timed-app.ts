import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type SqliteDatabase,
} from 'kysely'
import pg from 'pg'
import { oneAtATime } from '../../server/src/ground/store/one-at-a-time.ts'
import { type Store, type StoreAddress, sqliteFile } from '../../server/src/ground/store/open.ts'
import { PlanKeepingDialect } from '../../server/src/ground/store/postgres.ts'
import { Rounds } from '../../server/src/ground/store/rounds.ts'
import { ReadingSqliteDialect } from '../../server/src/ground/store/sqlite.ts'
import { openReadOnly } from '../../server/src/ground/store/sqlite-file.ts'
import type { Tables } from '../../server/src/ground/store/tables.ts'
import { benchApp } from '../bench-app.ts'
import { openExplainer } from './explained.ts'
import { HISTORY_END } from './made-history.ts'

/** The cost of one answer. */
interface Asked {
  /**
   * All of its statements, milliseconds, without telling who asks. SQLite: from handing over to rows in hand, on
   * the same thread. Postgres: planning and running as it says itself of statements it knows, without the way there and back.
   */
  databaseMs: number
  statements: number
  /** Rows that the database returned. */
  rows: number
  bytes: number
  /** The statements, without the one that identifies the caller. */
  queries: readonly CompiledQuery[]
}

export interface TimedApp {
  store: Store
  ask(path: string): Promise<Asked>
  close(): Promise<void>
}

/** The product's app on one thread, every read of the database behind a stopwatch. */
export function openTimedApp(address: StoreAddress, key: string): TimedApp {
  const watch: Watch = { ms: 0, firstMs: 0, rows: 0, queries: [] }
  const read = openTimed(address, watch)
  const lookup = openTimed(address, watch)
  const explain = 'postgres' in address ? openExplainer(address.postgres) : null
  const store: Store = {
    dialect: 'postgres' in address ? 'postgres' : 'sqlite',
    address,
    read,
    lookup,
    lock: oneAtATime(),
    turns: (_, work) => work(),
    rounds: new Rounds(),
    // When a key was last used is all that reading writes; nobody waits for it.
    write: () => Promise.reject(new Error('Nothing is written while reads are measured')),
    requireIntact: () => undefined,
    renew: () => undefined,
    connections: null,
    close: async () => undefined,
  }
  const app = benchApp({
    store,
    clock: () => HISTORY_END,
    ingest: {
      apply: () => store.write(async () => undefined as never),
      settle: async () => false,
      close: async () => undefined,
    },
  })
  return {
    store,
    async ask(path) {
      watch.ms = 0
      watch.firstMs = 0
      watch.rows = 0
      watch.queries = []
      const answer = await app.request(path, { headers: { authorization: `Bearer ${key}` } }, INCOMING)
      const bytes = (await answer.arrayBuffer()).byteLength
      if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`)
      // The first is who asks.
      const [, ...queries] = watch.queries
      const databaseMs = explain ? await explain.timeOf(queries) : watch.ms - watch.firstMs
      return { databaseMs, statements: queries.length, rows: watch.rows, bytes, queries }
    },
    async close() {
      await app.idle()
      await explain?.close()
      await read.destroy()
      await lookup.destroy()
    },
  }
}

/** As much of a request as the doors look at. */
const INCOMING = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

interface Watch {
  ms: number
  /** Of these the statement that says whose key it is. */
  firstMs: number
  rows: number
  queries: CompiledQuery[]
}

function openTimed(address: StoreAddress, watch: Watch): Kysely<Tables> {
  const dialect =
    'postgres' in address
      ? new PlanKeepingDialect({ pool: openPool(address.postgres) })
      : new ReadingSqliteDialect({ database: timedDatabase(openReadOnly(sqliteFile(address.folder)), watch) })
  const timed: Dialect = {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => listeningDriver(dialect.createDriver(), watch),
  }
  return new Kysely<Tables>({ dialect: timed })
}

/** Of SQLite what it does itself: around it other parts of the answer have their turn. */
function timedDatabase(database: SqliteDatabase, watch: Watch): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(text) {
      const begun = performance.now()
      const statement = database.prepare(text)
      const preparedMs = performance.now() - begun
      return {
        reader: statement.reader,
        all(parameters) {
          const asked = performance.now()
          const rows = statement.all(parameters)
          const ms = preparedMs + performance.now() - asked
          watch.ms += ms
          if (watch.queries.length === 0) watch.firstMs += ms
          return rows
        },
        run: (parameters) => statement.run(parameters),
        iterate: (parameters) => statement.iterate(parameters),
      }
    },
  }
}

/** Numbers as numbers, as the product reads them. */
function openPool(connectionString: string): pg.Pool {
  const [INT8, NUMERIC] = [20, 1700]
  const parserOf = (oid: number, format?: 'text') =>
    oid === INT8 || oid === NUMERIC ? Number : pg.types.getTypeParser(oid, format)
  const pool = new pg.Pool({
    connectionString,
    types: { getTypeParser: parserOf as typeof pg.types.getTypeParser },
  })
  // The server may be stopped while a connection is still saying goodbye.
  return pool.on('error', () => undefined)
}

function listeningDriver(driver: Driver, watch: Watch): Driver {
  const inner = new WeakMap<DatabaseConnection, DatabaseConnection>()
  const of = (connection: DatabaseConnection) => inner.get(connection) ?? connection
  return {
    init: () => driver.init(),
    destroy: () => driver.destroy(),
    beginTransaction: (connection, settings) => driver.beginTransaction(of(connection), settings),
    commitTransaction: (connection) => driver.commitTransaction(of(connection)),
    rollbackTransaction: (connection) => driver.rollbackTransaction(of(connection)),
    releaseConnection: (connection) => driver.releaseConnection(of(connection)),
    async acquireConnection() {
      const connection = await driver.acquireConnection()
      const timed: DatabaseConnection = {
        async executeQuery<R>(query: CompiledQuery) {
          const result = await connection.executeQuery<R>(query)
          watch.queries.push(query)
          watch.rows += result.rows.length
          return result
        },
        streamQuery: (query, size) => connection.streamQuery(query, size),
      }
      inner.set(timed, connection)
      return timed
    },
  }
}
