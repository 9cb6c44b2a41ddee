import {
  type CompiledQuery,
  Kysely,
  type LimitNode,
  type OffsetNode,
  type OperationNode,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  ValueNode,
} from 'kysely'
import pg from 'pg'
import { NamedStatements } from './named-statements.ts'
import { PostgresConnections } from './postgres-connections.ts'
import type { Tables } from './tables.ts'
import { noteStatement } from './uncounted-reads.ts'

// Sums and 64-bit integers are text by default; ours are milliseconds and counts, which fit into a
// double.
const INT8 = 20
const NUMERIC = 1700
const numbers = new Map([
  [INT8, Number],
  [NUMERIC, Number],
])

const types = {
  getTypeParser: ((oid: number, format?: 'text') =>
    numbers.get(oid) ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** The ways to query a Postgres database. */
export interface PostgresHandles {
  read: Kysely<Tables>
  writer: Kysely<Tables>
  /** Replaces connections: the present ones lead to a server that accepts no changes. */
  renew(): void
  /** The present connections, and how many requests wait for one. */
  counts(): { open: number; idle: number; waiting: number }
}

/**
 * Opens a pool on a Postgres database; `address` as `postgres://user:password@host:port/database`, with at
 * most `most` connections.
 */
export function openPostgres(address: string, most: number): PostgresHandles {
  const connections = new PostgresConnections(address, most, types)
  const over = (connect: PostgresPool['connect']) => {
    const pool = { connect, end: () => connections.end(), options: connections.options }
    return new Kysely<Tables>({ dialect: new PlanKeepingDialect({ pool }) })
  }
  return {
    read: over(connectToRead(connections)),
    writer: over(connectToWrite(connections)),
    renew: () => connections.renew(),
    counts: () => connections.counts(),
  }
}

/** For statements whose plan Postgres may keep. */
export class PlanKeepingDialect extends PostgresDialect {
  readonly #config: ConstructorParameters<typeof PostgresDialect>[0]
  constructor(config: ConstructorParameters<typeof PostgresDialect>[0]) {
    super(config)
    this.#config = config
  }
  override createQueryCompiler() {
    return new LiteralLimitCompiler()
  }
  override createDriver() {
    return new FirstErrorDriver(this.#config)
  }
}

/** A rollback on a broken connection fails too; the caller needs the first error. */
class FirstErrorDriver extends PostgresDriver {
  override async rollbackTransaction(
    connection: Parameters<PostgresDriver['rollbackTransaction']>[0],
  ): Promise<void> {
    // By then the driver has marked the connection for its end, and the database rolls the transaction back.
    await super.rollbackTransaction(connection).catch(() => undefined)
  }
}

/** Connections for the query builder, one object for each. */
function wrapped(connections: PostgresConnections, wrap: (client: pg.PoolClient) => PostgresPoolClient) {
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return async () => {
    const client = await connections.take()
    const made = known.get(client) ?? wrap(client)
    known.set(client, made)
    return made
  }
}

const connectToWrite = (connections: PostgresConnections): PostgresPool['connect'] =>
  wrapped(
    connections,
    (client) =>
      ({
        query: (text: string, values: unknown[]) => connections.query(client, text, values),
        release: (isBroken = false) => client.release(isBroken),
      }) as unknown as PostgresPoolClient,
  )

/** Connections of a pool with named statements. */
function connectToRead(connections: PostgresConnections): PostgresPool['connect'] {
  const statements = new NamedStatements()
  return wrapped(
    connections,
    (client) =>
      ({
        query: (text: string, values: unknown[]) =>
          connections.query(client, text, values, (one, ...args) => statements.query(one, ...args)),
        release: (isBroken = false) => client.release(isBroken || statements.isWorn(client)),
      }) as unknown as PostgresPoolClient,
  )
}

/**
 * Writes the limit of rows into the statement as a literal. Postgres would otherwise make its general plan
 * for a tenth of all rows, and that loses against a new plan for "the newest one".
 */
class LiteralLimitCompiler extends PostgresQueryCompiler {
  override compileQuery(...given: Parameters<PostgresQueryCompiler['compileQuery']>): CompiledQuery {
    const query = super.compileQuery(...given)
    noteStatement(query.sql)
    return query
  }

  protected override visitLimit(node: LimitNode): void {
    this.#count('limit', node.limit, () => super.visitLimit(node))
  }

  protected override visitOffset(node: OffsetNode): void {
    this.#count('offset', node.offset, () => super.visitOffset(node))
  }

  #count(word: string, given: OperationNode, otherwise: () => void): void {
    const count = ValueNode.is(given) ? given.value : null
    if (Number.isSafeInteger(count)) this.append(`${word} ${count}`)
    else otherwise()
  }
}
