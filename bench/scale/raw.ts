import Database from 'better-sqlite3'
import pg from 'pg'
import { type StoreAddress, sqliteFile } from '../../server/src/ground/store/open.ts'

/** The database without the product: the reference for a query. */
export interface Raw {
  /** Runs a query to its last row; milliseconds. */
  time(sql: string): Promise<number>
  rows<T>(sql: string): Promise<T[]>
  close(): Promise<void>
}

export async function openRaw(address: StoreAddress): Promise<Raw> {
  const { rows, close } = 'postgres' in address ? await postgres(address.postgres) : sqlite(address.folder)
  return {
    async time(sql) {
      const begun = performance.now()
      await rows(sql)
      return performance.now() - begun
    },
    rows: async <T>(sql: string) => (await rows(sql)) as T[],
    close,
  }
}

function sqlite(folder: string) {
  const database = new Database(sqliteFile(folder), { readonly: true })
  // As much as the product gives each of its readers.
  database.pragma('cache_size = -16384')
  return {
    rows: async (sql: string): Promise<unknown[]> => database.prepare(sql).all(),
    close: async () => void database.close(),
  }
}

async function postgres(connectionString: string) {
  const client = new pg.Client({ connectionString })
  // An error that ends the work also stops the server, and is reported instead of the connection's end.
  client.on('error', () => undefined)
  await client.connect()
  return {
    rows: async (sql: string): Promise<unknown[]> => (await client.query(sql)).rows,
    close: () => client.end(),
  }
}
