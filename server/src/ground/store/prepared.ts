import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'
import { noteStatement } from './uncounted-reads.ts'

/** A placeholder in a query for an argument of its execution. */
class Argument {
  readonly at: number
  constructor(position: number) {
    this.at = position
  }
}

/** True for a placeholder in a query that was built for other values. */
export const isStandIn = (value: unknown): boolean => value instanceof Argument

/** A handle with synchronous reads, so that the query builder can be bypassed. */
interface Direct {
  rowsOf(sql: string, parameters: readonly unknown[]): unknown[]
}

const isDirect = (db: object): db is Direct => 'rowsOf' in db

/**
 * A query that is built and compiled once per handle, at its first use, for queries of nearly every request:
 * building one costs more than running it. `build` receives placeholders for the arguments, to use as values
 * only.
 */
export function prepared<Arguments extends (string | number)[], Row>(
  build: (db: Kysely<Tables>, ...values: Arguments) => Compilable<Row>,
): (db: Kysely<Tables>, ...values: Arguments) => Promise<Row[]> {
  const compiled = new WeakMap<Kysely<Tables>, CompiledQuery<Row>>()
  const standIns = Array.from({ length: build.length - 1 }, (_, index) => new Argument(index))
  return async (db, ...values) => {
    let query = compiled.get(db)
    if (!query) {
      query = build(db, ...(standIns as unknown as Arguments)).compile()
      compiled.set(db, query)
    }
    noteStatement(query.sql)
    const parameters = query.parameters.map((value) => (value instanceof Argument ? values[value.at] : value))
    if (isDirect(db)) return db.rowsOf(query.sql, parameters) as Row[]
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
