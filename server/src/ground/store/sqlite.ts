import { isMainThread } from 'node:worker_threads'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { StablePlanCompiler } from './sqlite-compiler.ts'
import { openReadOnly, openToWrite, type WritableDatabase } from './sqlite-file.ts'
import type { Tables } from './tables.ts'

/** Opens this thread's only write connection. Each transaction begins with `check`, which may throw. */
export const openSqliteWriter = (
  file: string,
  { check, mustExist }: { check: () => void; mustExist: boolean },
): Kysely<Tables> =>
  new Kysely<Tables>({ dialect: new ImmediateSqliteDialect(openToWrite(file, mustExist), check) })

/** Opens a read-only connection of this thread. */
export const openSqliteReader = (file: string): Kysely<Tables> => new SqliteReader(file)

class SqliteReader extends Kysely<Tables> {
  readonly #file: string
  #database: SqliteDatabase | null = null
  /** As many as the code has of `prepared`. */
  readonly #statements = new Map<string, ReturnType<SqliteDatabase['prepare']>>()

  constructor(file: string) {
    super({ dialect: new ReadingSqliteDialect({ database: async () => this.#open() }) })
    this.#file = file
  }

  /** See `prepared`. */
  rowsOf(sql: string, parameters: readonly unknown[]): unknown[] {
    let statement = this.#statements.get(sql)
    if (!statement) {
      statement = this.#open().prepare(sql)
      this.#statements.set(sql, statement)
    }
    return statement.all(parameters)
  }

  // At the first read: an unused connection would never be closed, and would prevent a checkpoint.
  #open(): SqliteDatabase {
    this.#database ??= openReadOnly(this.#file)
    return this.#database
  }

  override async destroy(): Promise<void> {
    await super.destroy()
    this.#database?.close()
  }
}

/** For connections that only read. */
export class ReadingSqliteDialect extends SqliteDialect {
  override createQueryCompiler() {
    return new StablePlanCompiler()
  }
}

/** Takes the write lock at the start: a deferred transaction can fail half way when another process wrote. */
class ImmediateSqliteDriver extends SqliteDriver {
  readonly #database: WritableDatabase
  readonly #check: () => void
  readonly #turn = new EventLoopTurn()
  constructor(database: WritableDatabase, check: () => void) {
    super({ database })
    this.#database = database
    this.#check = check
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    return isMainThread ? inTurns(connection, this.#turn) : connection
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    this.#check()
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // After some failures, such as a full disk, SQLite has rolled back already: this would fail, and hide the
    // first error.
    if (this.#database.inTransaction()) await super.rollbackTransaction(connection)
  }
}

/** How long statements run without a pause, milliseconds. */
const LONGEST_TURN_MS = 25

/** How long this turn of the event loop has run statements, also those of earlier transactions. */
class EventLoopTurn {
  #beganAt: number | null = null

  /** Lets others run first if the turn was long. */
  async pauseIfLong(): Promise<void> {
    if (this.#beganAt === null) this.#begin()
    else if (performance.now() - this.#beganAt > LONGEST_TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve))
      if (this.#beganAt === null) this.#begin()
    }
  }

  #begin(): void {
    this.#beganAt = performance.now()
    setImmediate(() => {
      this.#beganAt = null
    })
  }
}

/**
 * Lets the event loop answer other requests between the statements of a long transaction, such as
 * the settling of 200,000 results, or of many short ones: none of them leaves the thread. Not used in
 * threads, where an answer in between would hide that the thread is stuck.
 */
const inTurns = (connection: DatabaseConnection, turn: EventLoopTurn): DatabaseConnection => ({
  async executeQuery(query, options) {
    await turn.pauseIfLong()
    return connection.executeQuery(query, options)
  },
  streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
})

/** SQLite rolls back schema changes with the rest of a transaction: a kill leaves no half migration. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #database: WritableDatabase
  readonly #check: () => void
  constructor(database: WritableDatabase, check: () => void) {
    super({ database })
    this.#database = database
    this.#check = check
  }
  override createAdapter() {
    return new TransactionalSqliteAdapter()
  }
  override createDriver() {
    return new ImmediateSqliteDriver(this.#database, this.#check)
  }
}
