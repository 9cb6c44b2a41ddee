import Database from 'better-sqlite3'
import type { SqliteDatabase } from 'kysely'

/** How long a write waits for a writer of another process, milliseconds. */
const BUSY_TIMEOUT_MS = 5_000
/** The size to which a larger write-ahead log is truncated after a checkpoint. */
const WAL_KEPT_BYTES = 64 * 1024 * 1024
const STATEMENTS_KEPT = 500

/** A writable database. */
export interface WritableDatabase extends SqliteDatabase {
  inTransaction(): boolean
}

/** Opens this thread's only write connection: WAL, durable commits, checked foreign keys. */
export function openToWrite(file: string, mustExist: boolean): WritableDatabase {
  const database = new Database(file, { timeout: BUSY_TIMEOUT_MS, fileMustExist: mustExist })
  // Only affects an empty file: its free pages can then be truncated.
  database.pragma('auto_vacuum = INCREMENTAL')
  database.pragma('journal_mode = WAL')
  database.pragma(`journal_size_limit = ${WAL_KEPT_BYTES}`)
  database.pragma('synchronous = FULL')
  database.pragma('foreign_keys = ON')
  database.pragma('cache_size = -16384')
  return { ...keepingStatements(database), inTransaction: () => database.inTransaction }
}

/** Opens a read-only connection of this thread. It sees the last commit, never a write under way. */
export function openReadOnly(file: string): SqliteDatabase {
  const database = new Database(file, { readonly: true, timeout: BUSY_TIMEOUT_MS })
  database.pragma('cache_size = -16384')
  return keepingStatements(database)
}

/** Preparing costs more than running on hot paths; evicts the least recently used statements. */
function keepingStatements(database: Database.Database): SqliteDatabase {
  const kept = new Map<string, Database.Statement>()
  return {
    close: () => database.close(),
    prepare(text) {
      const statement = kept.get(text) ?? database.prepare(text)
      kept.delete(text)
      kept.set(text, statement)
      if (kept.size > STATEMENTS_KEPT) kept.delete(kept.keys().next().value as string)
      return statement as unknown as ReturnType<SqliteDatabase['prepare']>
    },
  }
}
