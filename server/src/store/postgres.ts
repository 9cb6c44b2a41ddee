import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

// Sums and 64-bit integers come as text by default; ours are milliseconds and counts, well within a double.
const INT8 = 20
const NUMERIC = 1700
const numbers = new Map([
  [INT8, Number],
  [NUMERIC, Number],
])

/** Opens a pool on a Postgres database; `address` as `postgres://user:password@host:port/database`. */
export function openPostgres(address: string): Kysely<Tables> {
  const pool = new pg.Pool({
    connectionString: address,
    max: 10,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        numbers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  // A connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => undefined)
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
