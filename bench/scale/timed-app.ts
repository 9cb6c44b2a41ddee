import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresDialect,
} from 'kysely'
import pg from 'pg'
import { makeLock } from '../../server/src/store/lock.ts'
import { type Store, type StoreAddress, sqliteFile } from '../../server/src/store/open.ts'
import { ReadingSqliteDialect } from '../../server/src/store/sqlite.ts'
import { openReadOnly } from '../../server/src/store/sqlite-file.ts'
import type { Tables } from '../../server/src/store/tables.ts'
import { benchApp } from '../bench-app.ts'
import { HISTORY_END } from './made-history.ts'

/** What one answer cost. */
interface Asked {
  /**
   * All of its statements, milliseconds, without telling who asks. SQLite: from handing over to rows in hand, on
   * the same thread. Postgres: planning and running as it says itself, without the way there and back.
   */
  databaseMs: number
  statements: number
  bytes: number
}

export interface TimedApp {
  store: Store
  ask(path: string): Promise<Asked>
  close(): Promise<void>
}

/** The product's app on one thread, every read of the database behind a stopwatch. */
export function openTimedApp(address: StoreAddress, key: string): TimedApp {
  const watch: Watch = { ms: 0, queries: [] }
  const read = openTimed(address, watch)
  const lookup = openTimed(address, { ms: 0, queries: [] })
  const store: Store = {
    dialect: 'postgres' in address ? 'postgres' : 'sqlite',
    address,
    read,
    lookup,
    lock: makeLock(),
    // When a key was last used is all that reading writes; nobody waits for it.
    write: () => Promise.reject(new Error('Nothing is written while reads are measured')),
    close: async () => undefined,
  }
  const app = benchApp({
    store,
    clock: () => HISTORY_END,
    ingest: { apply: () => store.write(async () => undefined as never), close: async () => undefined },
  })
  return {
    store,
    async ask(path) {
      watch.ms = 0
      watch.queries = []
      const answer = await app.request(path, { headers: { authorization: `Bearer ${key}` } }, INCOMING)
      const bytes = (await answer.arrayBuffer()).byteLength
      if (answer.status !== 200) throw new Error(`GET ${path} answered ${answer.status}`)
      const { queries, ms } = watch
      // Explaining them is heard as well, and is not to be explained in its turn.
      watch.queries = []
      const databaseMs = store.dialect === 'sqlite' ? ms : await explained(read, queries)
      return { databaseMs, statements: queries.length, bytes }
    },
    async close() {
      await app.idle()
      await read.destroy()
      await lookup.destroy()
    },
  }
}

/** As much of a request as the doors look at. */
const INCOMING = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }

interface Watch {
  ms: number
  queries: CompiledQuery[]
}

interface Explained {
  'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }]
}

/** Runs statements of Postgres once more, each telling its own time; milliseconds in all. */
async function explained(db: Kysely<Tables>, queries: CompiledQuery[]): Promise<number> {
  let ms = 0
  for (const { sql, parameters } of queries) {
    const explain = CompiledQuery.raw(`explain (analyze, timing off, format json) ${sql}`, [...parameters])
    const [row] = (await db.executeQuery<Explained>(explain)).rows
    const [plan] = (row as Explained)['QUERY PLAN']
    ms += plan['Planning Time'] + plan['Execution Time']
  }
  return ms
}

function openTimed(address: StoreAddress, watch: Watch): Kysely<Tables> {
  const dialect =
    'postgres' in address
      ? new PostgresDialect({ pool: openPool(address.postgres) })
      : new ReadingSqliteDialect({ database: openReadOnly(sqliteFile(address.folder)) })
  const timed: Dialect = {
    createAdapter: () => dialect.createAdapter(),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createDriver: () => timedDriver(dialect.createDriver(), watch),
  }
  return new Kysely<Tables>({ dialect: timed })
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

function timedDriver(driver: Driver, watch: Watch): Driver {
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
          const begun = performance.now()
          const result = await connection.executeQuery<R>(query)
          watch.ms += performance.now() - begun
          watch.queries.push(query)
          return result
        },
        streamQuery: (query, size) => connection.streamQuery(query, size),
      }
      inner.set(timed, connection)
      return timed
    },
  }
}
