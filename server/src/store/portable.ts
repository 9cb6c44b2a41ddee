import { CompiledQuery, type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Everything in which the two databases differ. */
export type Dialect = 'sqlite' | 'postgres'

/** Types and clauses for migrations. */
export const columnTypes = (dialect: Dialect) =>
  dialect === 'sqlite'
    ? {
        id: sql`integer primary key autoincrement`,
        text: sql`text`,
        integer: sql`integer`,
        small: sql`integer`,
        bigint: sql`integer`,
        /** A table that is its own primary-key index. */
        clustered: sql`without rowid`,
      }
    : {
        id: sql`integer generated always as identity primary key`,
        text: sql`text`,
        integer: sql`integer`,
        small: sql`smallint`,
        bigint: sql`bigint`,
        clustered: sql``,
      }

type Cell = string | number | null

/** Rows a SQLite statement carries: measured at twice the rate of one row a statement, and as `json_each`. */
const ROWS_PER_STATEMENT = 100

/**
 * Inserts many rows given as columns of equal length, in the order of the columns' keys.
 * SQLite: prepared statements of 100 rows. Postgres: one statement, arrays unnested on the server.
 */
export async function insertColumns<T extends keyof Tables & string>(
  db: Kysely<Tables>,
  dialect: Dialect,
  table: T,
  columns: Partial<Record<keyof Tables[T] & string, Cell[]>>,
  onConflict = '',
): Promise<void> {
  const names = Object.keys(columns)
  const values = Object.values(columns) as Cell[][]
  const count = values[0]?.length ?? 0
  if (count === 0) return
  const into = `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')})`
  if (dialect === 'postgres') {
    const arrays = values.map((cells, i) => `$${i + 1}::${arrayType(cells)}`)
    await db.executeQuery(
      CompiledQuery.raw(`${into} select * from unnest(${arrays.join(', ')}) ${onConflict}`, values),
    )
    return
  }
  const row = `(${names.map(() => '?').join(', ')})`
  for (let start = 0; start < count; start += ROWS_PER_STATEMENT) {
    const end = Math.min(start + ROWS_PER_STATEMENT, count)
    const parameters: Cell[] = []
    for (let i = start; i < end; i++) for (const cells of values) parameters.push(cells[i] ?? null)
    const rows = new Array(end - start).fill(row).join(', ')
    await db.executeQuery(CompiledQuery.raw(`${into} values ${rows} ${onConflict}`, parameters))
  }
}

function arrayType(cells: Cell[]): string {
  for (const cell of cells) if (cell !== null) return typeof cell === 'string' ? 'text[]' : 'bigint[]'
  return 'bigint[]'
}

/** "Is one of", for a list of any length sent as one parameter. */
export const isOneOf = (dialect: Dialect, column: string, list: string[] | number[]) => {
  if (dialect === 'sqlite')
    return sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(list)}))`
  const type = sql.raw(typeof list[0] === 'string' ? 'text[]' : 'bigint[]')
  return sql<boolean>`${sql.ref(column)} = any(${list}::${type})`
}

/** Holds the rows it selects until the transaction ends; SQLite's one writer holds them anyway. */
export const lockRow = (dialect: Dialect) => (dialect === 'sqlite' ? sql`` : sql`for update`)

/** Case-blind "contains"; the needle's own wildcards are escaped. */
export const contains = (dialect: Dialect, column: string, needle: string) => {
  const pattern = `%${needle.replace(/[\\%_]/g, '\\$&')}%`
  const like = sql.raw(dialect === 'sqlite' ? 'like' : 'ilike')
  return sql<boolean>`${sql.ref(column)} ${like} ${pattern} escape '\\'`
}

export type Db = Kysely<Tables> | Transaction<Tables>
