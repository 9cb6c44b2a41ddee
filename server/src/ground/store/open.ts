import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { connectionShares, DEFAULT_CONNECTIONS, type Pool } from './connection-shares.ts'
import { type Changes, countingChanges } from './count-changes.ts'
import { makeFolder } from './make-folder.ts'
import { migrate } from './migrate.ts'
import { type OneAtATime, oneAtATime } from './one-at-a-time.ts'
import { type FileIdentities, identifyFiles, requireSameFiles } from './opened-files.ts'
import type { Dialect } from './portable.ts'
import { retryDeadlocks } from './retry.ts'
import { Rounds } from './rounds.ts'
import type { Tables } from './tables.ts'
import { type Turns, takingTurns } from './turns.ts'

/**
 * The location of the data: a folder for SQLite, or the address of a Postgres database. `files` are those
 * that another thread has opened: writes fail if other files have replaced them.
 */
export type StoreAddress =
  | { folder: string; files?: FileIdentities }
  | {
      postgres: string
      /** Of the whole process, shared by its pools; 30 if absent. */
      connections?: number
    }

/** The only access to the database. */
export interface Store {
  readonly dialect: Dialect
  readonly address: StoreAddress
  /** Any read; on SQLite in threads of their own. */
  readonly read: Kysely<Tables>
  /** Reads whose text alone limits their rows, on the request's own thread: see "Three ways into SQLite". */
  readonly lookup: Kysely<Tables>
  /**
   * Runs `work` in one transaction. `work` must await nothing else, because other writers wait. A
   * frequent write names its project through `changes`; otherwise the kept answers of all projects
   * expire.
   */
  write<T>(work: (db: Transaction<Tables>, changes: Changes) => Promise<T>): Promise<T>
  /** For `writeInTurn`. */
  readonly turns: Turns
  /** Of work that several requests complete together. */
  readonly rounds: Rounds
  /** Held by the writer; on Postgres the database's own locks do this. */
  readonly lock: OneAtATime
  /** Throws `DatabaseTrouble` if a SQLite database's files are not the opened ones. */
  requireIntact(): void
  /** Replaces Postgres connections, because the present ones lead to a server that accepts no changes. */
  renew(): void
  /** The present connections of the main pool; null on SQLite. */
  readonly connections: (() => ConnectionCounts) | null
  /** Runs this first when the store closes; absent if another owner closes it. */
  beforeClose?(work: () => Promise<void>): void
  close(): Promise<void>
}

/** Connections to Postgres, and how many requests wait for one. */
export interface ConnectionCounts {
  open: number
  idle: number
  waiting: number
}

export const sqliteFile = (folder: string) => join(folder, 'svc.sqlite')

/**
 * Opens the store and migrates its tables. Loads drivers on demand. If reads follow soon, a thread for them
 * starts in parallel, because the first read would wait longest for it.
 */
export const openStore = (address: StoreAddress, { readsSoon = false } = {}): Promise<Store> =>
  connect(address, { pool: 'main', prepare: migrate, readsSoon })

/** Opens the store as it is, for a thread whose parent has migrated it. */
export async function connect(
  address: StoreAddress,
  { pool, prepare, readsSoon = false }: { pool: Pool; prepare?: typeof migrate; readsSoon?: boolean },
): Promise<Store> {
  if ('postgres' in address) {
    const { openPostgres } = await import('./postgres.ts')
    const { read, writer, renew, counts } = openPostgres(address.postgres, shareOf(address, pool))
    try {
      await prepare?.(writer, 'postgres')
    } catch (error) {
      await writer.destroy()
      throw error
    }
    return storeOf('postgres', address, { writer, read, lookup: read, renew, counts }, (work) => work())
  }
  await makeFolder(address.folder)
  const file = sqliteFile(address.folder)
  const { openSqliteReader, openSqliteWriter } = await import('./sqlite.ts')
  const { openReadPool } = await import('./read-pool.ts')
  let { files = {} } = address
  // Opening would create an empty database in place of a removed one.
  requireSameFiles(files)
  // Other users of this machine must not read it; SQLite gives its other files the same mode.
  if (address.files === undefined) closeSync(openSync(file, 'a', 0o600))
  const writer = openSqliteWriter(file, {
    check: () => requireSameFiles(files),
    mustExist: address.files !== undefined,
  })
  // A read thread only needs the file, which exists now; its tables may follow.
  const readPool = openReadPool(file, { isSoon: readsSoon, filesOf: () => files })
  await prepare?.(writer, 'sqlite')
  if (prepare) files = identifyFiles(file)
  const handles = { writer, read: readPool, lookup: openSqliteReader(file) }
  return storeOf('sqlite', { ...address, files }, handles, oneAtATime())
}

const shareOf = ({ connections = DEFAULT_CONNECTIONS }: { connections?: number }, pool: Pool): number =>
  connectionShares(connections)[pool]

/** Opens a migrated database for reads on this thread alone. */
export async function connectToRead(address: StoreAddress): Promise<Store> {
  const neverWritten: OneAtATime = () => Promise.reject(new Error('This thread reads only'))
  if ('postgres' in address) {
    const { openPostgres } = await import('./postgres.ts')
    const { read, writer, renew } = openPostgres(address.postgres, shareOf(address, 'answers'))
    return storeOf('postgres', address, { writer, read, lookup: read, renew }, neverWritten)
  }
  const { openSqliteReader } = await import('./sqlite.ts')
  requireSameFiles(address.files ?? {})
  const reader = openSqliteReader(sqliteFile(address.folder))
  return storeOf('sqlite', address, { writer: reader, read: reader, lookup: reader }, neverWritten)
}

interface Handles {
  writer: Kysely<Tables>
  read: Kysely<Tables>
  lookup: Kysely<Tables>
  renew?: () => void
  counts?: () => ConnectionCounts
}

function storeOf(
  dialect: Dialect,
  address: StoreAddress,
  { writer, read, lookup, renew = () => {}, counts }: Handles,
  lock: OneAtATime,
): Store {
  const endings: (() => Promise<void>)[] = []
  return {
    dialect,
    address,
    read,
    lookup,
    lock,
    turns: takingTurns(dialect),
    rounds: new Rounds(),
    write: (work) =>
      lock(() =>
        retryDeadlocks(() => writer.transaction().execute((db) => countingChanges(db, dialect, work))),
      ),
    requireIntact: () => 'folder' in address && requireSameFiles(address.files ?? {}),
    renew,
    connections: counts ?? null,
    beforeClose: (work) => void endings.push(work),
    async close() {
      await Promise.all(endings.map((end) => end()))
      // One after the other, the writer last: closing it checkpoints the write-ahead log.
      for (const handle of new Set([read, lookup, writer])) await handle.destroy()
    },
  }
}

/** One line that names the database, its problem, and where to look. */
export function whyNotOpen(store: StoreAddress, cause: unknown): string {
  const reasons: string[] = []
  for (let error = cause; error instanceof Error && reasons.length < 3; error = error.cause) {
    const reason = error.message || (error as NodeJS.ErrnoException).code || error.name
    if (!reasons.some((known) => known.includes(reason))) reasons.push(reason)
  }
  const where =
    'postgres' in store ? `at ${hostOf(store.postgres)} (DATABASE_URL)` : `in ${store.folder} (SVC_DATA)`
  return `The database ${where} cannot be opened: ${reasons.join(' ')}`
}

function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return 'that address'
  }
}
