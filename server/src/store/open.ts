import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { connectionShares, DEFAULT_CONNECTIONS, type Pool } from './connection-shares.ts'
import { type Lock, makeLock } from './lock.ts'
import { migrate } from './migrate.ts'
import { type FileIdentities, identifyFiles, requireSameFiles } from './opened-files.ts'
import type { Dialect } from './portable.ts'
import { retryDeadlocks } from './retry.ts'
import type { Tables } from './tables.ts'

/**
 * Where the data is: a folder for SQLite, or the address of a Postgres database. `files` are those that another thread
 * has opened: nothing is written if others have taken their place.
 */
export type StoreAddress =
  | { folder: string; files?: FileIdentities }
  | {
      postgres: string
      /** Of the whole process, which its pools share; 30 if absent. */
      connections?: number
    }

/** The one door to the database. */
export interface Store {
  readonly dialect: Dialect
  readonly address: StoreAddress
  /** Any read; on SQLite in threads of their own. */
  readonly read: Kysely<Tables>
  /** Reads whose text alone bounds what they look at, on the request's own thread: see "Three ways into SQLite". */
  readonly lookup: Kysely<Tables>
  /** Runs `work` in one transaction. Nothing foreign may be awaited inside: other writers wait. */
  write<T>(work: (db: Transaction<Tables>) => Promise<T>): Promise<T>
  /** Held by whoever writes; on Postgres the database's own locks do this. */
  readonly lock: Lock
  /** Throws `DatabaseTrouble` if the files of a SQLite database are not those that were opened. */
  requireIntact(): void
  /** Has Postgres connections made anew, as those there are lead to a server that takes no changes. */
  renew(): void
  /** Has this done first when the store is closed; absent where it is another's to close. */
  beforeClose?(work: () => Promise<void>): void
  close(): Promise<void>
}

export const sqliteFile = (folder: string) => join(folder, 'svc.sqlite')

/**
 * Opens the store and brings its tables up to date. Drivers are loaded when they are needed. Where reads are
 * to come soon, a thread for them starts beside that work, since the first would wait for it longest.
 */
export const openStore = (address: StoreAddress, { readsSoon = false } = {}): Promise<Store> =>
  connect(address, { pool: 'main', prepare: migrate, readsSoon })

/** Opens the store as it is, for a thread that follows one which has brought it up to date. */
export async function connect(
  address: StoreAddress,
  { pool, prepare, readsSoon = false }: { pool: Pool; prepare?: typeof migrate; readsSoon?: boolean },
): Promise<Store> {
  if ('postgres' in address) {
    const { openPostgres } = await import('./postgres.ts')
    const { read, writer, renew } = openPostgres(address.postgres, shareOf(address, pool))
    try {
      await prepare?.(writer, 'postgres')
    } catch (error) {
      await writer.destroy()
      throw error
    }
    return storeOf('postgres', address, { writer, read, lookup: read, renew }, (work) => work())
  }
  mkdirSync(address.folder, { recursive: true, mode: 0o700 })
  const file = sqliteFile(address.folder)
  const { openSqliteReader, openSqliteWriter } = await import('./sqlite.ts')
  const { openReadPool } = await import('./read-pool.ts')
  let { files = {} } = address
  // Opening would make an empty database in the place of one that was removed.
  requireSameFiles(files)
  const writer = openSqliteWriter(file, {
    check: () => requireSameFiles(files),
    mustExist: address.files !== undefined,
  })
  // The file is there now, which is all a read thread asks for; its tables may follow.
  const readPool = openReadPool(file, readsSoon)
  await prepare?.(writer, 'sqlite')
  if (prepare) files = identifyFiles(file)
  const handles = { writer, read: readPool, lookup: openSqliteReader(file) }
  return storeOf('sqlite', { ...address, files }, handles, makeLock())
}

const shareOf = ({ connections = DEFAULT_CONNECTIONS }: { connections?: number }, pool: Pool): number =>
  connectionShares(connections)[pool]

/** Opens what another thread has brought up to date, to be read on this thread alone. */
export async function connectToRead(address: StoreAddress): Promise<Store> {
  const neverWritten: Lock = () => Promise.reject(new Error('This thread reads only'))
  if ('postgres' in address) {
    const { openPostgres } = await import('./postgres.ts')
    const { read, writer, renew } = openPostgres(address.postgres, shareOf(address, 'answers'))
    return storeOf('postgres', address, { writer, read, lookup: read, renew }, neverWritten)
  }
  const { openSqliteReader } = await import('./sqlite.ts')
  const reader = openSqliteReader(sqliteFile(address.folder))
  return storeOf('sqlite', address, { writer: reader, read: reader, lookup: reader }, neverWritten)
}

interface Handles {
  writer: Kysely<Tables>
  read: Kysely<Tables>
  lookup: Kysely<Tables>
  renew?: () => void
}

function storeOf(
  dialect: Dialect,
  address: StoreAddress,
  { writer, read, lookup, renew = () => {} }: Handles,
  lock: Lock,
): Store {
  const endings: (() => Promise<void>)[] = []
  return {
    dialect,
    address,
    read,
    lookup,
    lock,
    write: (work) => lock(() => retryDeadlocks(() => writer.transaction().execute(work))),
    requireIntact: () => 'folder' in address && requireSameFiles(address.files ?? {}),
    renew,
    beforeClose: (work) => void endings.push(work),
    async close() {
      await Promise.all(endings.map((end) => end()))
      // One after the other, the writer last: its closing folds the write-ahead log into the database.
      for (const handle of new Set([read, lookup, writer])) await handle.destroy()
    },
  }
}
