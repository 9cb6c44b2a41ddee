import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { NamedStatements } from './named-statements.ts'
import { LiteralLimitCompiler } from './postgres-compiler.ts'
import type { Tables } from './tables.ts'

// Sums and 64-bit integers come as text by default; ours are milliseconds and counts, well within a double.
const INT8 = 20
const NUMERIC = 1700
const numbers = new Map([
  [INT8, Number],
  [NUMERIC, Number],
])

/** A connection that nobody uses is kept so long: a new one takes longer than most reads, and knows no statement yet. */
const IDLE_MS = 300_000

/** Opens a pool on a Postgres database; `address` as `postgres://user:password@host:port/database`, with so many connections at most. */
export function openPostgres(
  address: string,
  most: number,
): { read: Kysely<Tables>; writer: Kysely<Tables> } {
  const pool = new pg.Pool({
    connectionString: address,
    max: most,
    idleTimeoutMillis: IDLE_MS,
    types: {
      getTypeParser: ((oid: number, format?: 'text') =>
        numbers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  })
  // A connection that breaks while idle is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => undefined)
  let ended: Promise<void> | undefined
  const end = () => {
    ended ??= pool.end()
    return ended
  }
  const over = (connect: PostgresPool['connect']) =>
    new Kysely<Tables>({ dialect: new PlanKeepingDialect({ pool: { connect, end, options: pool.options } }) })
  return { read: over(connectToRead(pool)), writer: over(() => pool.connect()) }
}

/** For statements whose plan may be kept. */
export class PlanKeepingDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new LiteralLimitCompiler()
  }
}

/** Connections of a pool whose statements are named. */
function connectToRead(pool: pg.Pool): PostgresPool['connect'] {
  const statements = new NamedStatements()
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return async () => {
    const client = await pool.connect()
    const known = wrapped.get(client)
    if (known) return known
    const named = {
      query: (text: string, values: unknown[]) => statements.query(client, text, values),
      release: (isBroken = false) => client.release(isBroken || statements.isWorn(client)),
    }
    wrapped.set(client, named as unknown as PostgresPoolClient)
    return named as unknown as PostgresPoolClient
  }
}
