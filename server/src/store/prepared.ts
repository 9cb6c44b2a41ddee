import type { Compilable, CompiledQuery, Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Stands in a query for the argument that it is run with. */
class Argument {
  readonly at: number
  constructor(at: number) {
    this.at = at
  }
}

/** True for what stands in a query that was built for others to be run with. */
export const isStandIn = (value: unknown): boolean => value instanceof Argument

/** A handle whose reads are done when they return, so that the way through the query builder can be left out. */
interface Direct {
  rowsOf(sql: string, parameters: readonly unknown[]): unknown[]
}

const isDirect = (db: object): db is Direct => 'rowsOf' in db

/**
 * A query that is built and compiled at its first use on a handle, for what is asked with nearly every request:
 * building it anew costs more than running it. `build` gets stand-ins for the arguments, to be used as values only.
 */
export function prepared<Arguments extends (string | number)[], Row>(
  build: (db: Kysely<Tables>, ...values: Arguments) => Compilable<Row>,
): (db: Kysely<Tables>, ...values: Arguments) => Promise<Row[]> {
  const compiled = new WeakMap<Kysely<Tables>, CompiledQuery<Row>>()
  const standIns = Array.from({ length: build.length - 1 }, (_, at) => new Argument(at))
  return async (db, ...values) => {
    let query = compiled.get(db)
    if (!query) {
      query = build(db, ...(standIns as unknown as Arguments)).compile()
      compiled.set(db, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Argument ? values[value.at] : value))
    if (isDirect(db)) return db.rowsOf(query.sql, parameters) as Row[]
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}
