import { CompiledQuery, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** The differences between the two databases; those of search and of files are in the two files beside. */
export type Dialect = 'sqlite' | 'postgres'

/** Types and clauses for migrations. */
export const columnTypes = (dialect: Dialect) =>
  dialect === 'sqlite'
    ? {
        id: sql`integer primary key autoincrement`,
        text: sql`text`,
        /** Text in the order of its bytes, as ranges of prefixes need. */
        ordered: sql`text`,
        integer: sql`integer`,
        small: sql`integer`,
        bigint: sql`integer`,
        bytes: sql`blob`,
        /** A table that is its own primary-key index. */
        clustered: sql`without rowid`,
      }
    : {
        id: sql`integer generated always as identity primary key`,
        text: sql`text`,
        ordered: sql`text collate "C"`,
        integer: sql`integer`,
        small: sql`smallint`,
        bigint: sql`bigint`,
        bytes: sql`bytea`,
        clustered: sql``,
      }

/** For migrations: makes the database itself reject updates of a table's rows; deletes remain possible. */
export const refuseUpdates = (dialect: Dialect, table: string) => {
  const trigger = sql.id(`${table}_is_append_only`)
  const message = sql.lit(`rows of ${table} are never changed`)
  if (dialect === 'sqlite')
    return [
      sql`create trigger ${trigger} before update on ${sql.table(table)} begin select raise(abort, ${message}); end`,
    ]
  return [
    sql`create function ${trigger}() returns trigger language plpgsql as $$ begin raise exception using message = ${message}; end $$`,
    sql`create trigger ${trigger} before update on ${sql.table(table)} for each row execute function ${trigger}()`,
  ]
}

/** Milliseconds since the epoch by the clock that all servers of a database share. */
export type SharedClock = (db: Db) => Promise<number>

/**
 * The shared clock of all servers of one database, milliseconds since the epoch: Postgres' own. SQLite has
 * one server, so `clock` is it.
 */
export const sharedClock =
  (dialect: Dialect, clock: () => number): SharedClock =>
  async (db) => {
    if (dialect === 'sqlite') return clock()
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(db)
    return rows[0]?.now ?? clock()
  }

/** The larger of two values that are not null. */
export const greatest = (
  dialect: Dialect,
  one: RawBuilder<unknown>,
  other: RawBuilder<unknown>,
): RawBuilder<number> =>
  dialect === 'sqlite' ? sql<number>`max(${one}, ${other})` : sql<number>`greatest(${one}, ${other})`

type Cell = string | number | Uint8Array | null

/** Rows per SQLite statement: many are twice as fast as one, and few sizes keep few statements prepared. */
const ROWS_PER_STATEMENT = [256, 16, 1] as const

/**
 * Inserts many rows given as columns of equal length; a single value applies to every row. `ending` may
 * handle conflicts and return columns of each inserted row. SQLite: prepared statements of many rows.
 * Postgres: one statement, with arrays unnested on the server.
 */
export async function insertColumns<T extends keyof Tables & string>(
  db: Kysely<Tables>,
  dialect: Dialect,
  table: T,
  columns: Partial<Record<keyof Tables[T] & string, Cell | Cell[]>>,
  ending = '',
): Promise<unknown[]> {
  const all = Object.entries(columns) as [string, Cell | Cell[]][]
  const single = all.filter((column): column is [string, Cell] => !Array.isArray(column[1]))
  const listed = all.filter((column): column is [string, Cell[]] => Array.isArray(column[1]))
  const count = listed[0]?.[1].length ?? 0
  if (count === 0) return []
  const into = `insert into "${table}" (${[...single, ...listed].map(([name]) => `"${name}"`).join(', ')})`
  const constants = single.map(([, cell]) => cell)
  const lists = listed.map(([, cells]) => cells)
  return dialect === 'postgres'
    ? insertUnnested(db, into, constants, lists, ending)
    : insertValues(db, into, constants, lists, ending)
}

async function insertUnnested(db: Db, into: string, constants: Cell[], lists: Cell[][], ending: string) {
  const given = constants.map((cell, i) => `$${i + 1}::${typeOf(cell)}`)
  const arrays = lists.map((cells, i) => `$${constants.length + i + 1}::${typeOf(firstCell(cells))}[]`)
  const select = [...given, 'listed.*'].join(', ')
  const text = `${into} select ${select} from unnest(${arrays.join(', ')}) as listed ${ending}`
  const parameters = [...constants, ...lists.map((cells) => arrayText(cells) ?? cells)]
  return (await db.executeQuery(CompiledQuery.raw(text, parameters))).rows
}

const firstCell = (cells: Cell[]): Cell => cells.find((cell) => cell !== null) ?? null
const typeOf = (cell: Cell) =>
  typeof cell === 'string' ? 'text' : cell instanceof Uint8Array ? 'bytea' : 'bigint'

/**
 * Numbers in Postgres' own format: the driver would quote and escape each of them. Null for anything else.
 */
export const arrayText = (cells: Cell[]): string | null =>
  cells.some((cell) => cell !== null && typeof cell !== 'number')
    ? null
    : `{${cells.map((cell) => cell ?? 'null').join(',')}}`

async function insertValues(db: Db, into: string, constants: Cell[], lists: Cell[][], ending: string) {
  const columns = [...constants.map(() => '?'), ...lists.map((_, i) => `column${i + 1}`)].join(', ')
  const row = `(${lists.map(() => '?').join(', ')})`
  const count = lists[0]?.length ?? 0
  const given: unknown[] = []
  let position = 0
  for (const size of ROWS_PER_STATEMENT) {
    const values = new Array(size).fill(row).join(', ')
    // Without a condition, "on conflict" would parse as part of a join.
    const text = `${into} select ${columns} from (values ${values}) where true ${ending}`
    const query = CompiledQuery.raw(text)
    for (; position + size <= count; position += size) {
      const parameters = [...constants]
      for (let i = position; i < position + size; i++)
        for (const cells of lists) parameters.push(cells[i] as Cell)
      const { rows } = await db.executeQuery({ ...query, parameters })
      if (rows.length > 0) given.push(...rows)
    }
  }
  return given
}

/**
 * "Is one of", for a list of any length in one parameter. A list of one becomes an equation: both databases
 * would otherwise plan for a longer list.
 */
export const isOneOf = (dialect: Dialect, column: string, list: string[] | number[]) => {
  // An empty list has no type, and Postgres compares a column only with lists of its own.
  if (list.length === 0) return sql<boolean>`1 = 0`
  const type = typeOf(list[0] ?? null)
  if (list.length === 1)
    return dialect === 'sqlite'
      ? sql<boolean>`${sql.ref(column)} = ${list[0]}`
      : sql<boolean>`${sql.ref(column)} = ${list[0]}::${sql.raw(type)}`
  if (dialect === 'sqlite')
    return sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(list)}))`
  return sql<boolean>`${sql.ref(column)} = any(${arrayText(list) ?? list}::${sql.raw(`${type}[]`)})`
}

/**
 * A list in one parameter, and the words of a space-separated column: both as tables with a column `value`.
 */
export const rowsOf = (dialect: Dialect, list: string[]) =>
  dialect === 'sqlite'
    ? sql`json_each(${JSON.stringify(list)})`
    : sql`unnest(${list}::text[]) as listed(value)`
export const wordsOf = (dialect: Dialect, column: string) =>
  dialect === 'sqlite'
    ? sql`json_each('["' || replace(${sql.ref(column)}, ' ', '","') || '"]')`
    : sql`unnest(string_to_array(${sql.ref(column)}, ' ')) as word(value)`

/**
 * All whole numbers of a column, or an expression, as one JSON array: a list of 20,000 costs a third of as
 * many rows. Lists of one group have the same order; on Postgres they omit nulls.
 */
export const listOf = (dialect: Dialect, column: string | RawBuilder<unknown>) => {
  const value = typeof column === 'string' ? sql.ref(column) : column
  return dialect === 'sqlite'
    ? sql<string | null>`json_group_array(${value})`
    : sql<string | null>`'[' || string_agg((${value})::text, ',') || ']'`
}

/** Texts and whole numbers in columns of equal length, as the rows of a table `listed`. */
export const columnsAs = (dialect: Dialect, columns: Record<string, (number | string | null)[]>) => {
  const names = Object.keys(columns)
  const lists = Object.values(columns)
  if (dialect === 'postgres')
    return sql`unnest(${sql.join(lists.map((list) => sql`${arrayText(list) ?? list}::${sql.raw(typeOf(firstCell(list)))}[]`))}) as listed(${sql.join(names.map((name) => sql.id(name)))})`
  const rows = lists[0]?.map((_, row) => lists.map((list) => list[row])) ?? []
  const picked = names.map((name, at) => sql`value ->> ${sql.lit(at)} as ${sql.id(name)}`)
  return sql`(select ${sql.join(picked)} from json_each(${JSON.stringify(rows)})) as listed`
}

/** True if a statement failed because a row with these values exists already. */
export function isDuplicate(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE'
}

/**
 * For `$call`: locks the rows of a query until the transaction ends. SQLite's single writer locks them
 * anyway.
 */
export const forUpdate =
  (dialect: Dialect) =>
  <Query extends { modifyEnd(modifier: RawBuilder<unknown>): unknown }>(query: Query): Query =>
    dialect === 'sqlite' ? query : (query.modifyEnd(sql`for update`) as Query)

/** The same, while others may write rows that refer to them: a locked organization delays no upload. */
export const holdRow = (dialect: Dialect) => (dialect === 'sqlite' ? sql`` : sql`for no key update`)

/** Locks the selected rows, and skips rows that another transaction has locked; SQLite has one writer. */
export const claimRows = (dialect: Dialect) =>
  dialect === 'sqlite' ? sql`` : sql`for no key update skip locked`

/** Against other writers; also against locks of single rows; also against readers. */
type TableLock = 'share row exclusive' | 'exclusive' | 'access exclusive'

/** For a transaction: locks a whole table, unless told otherwise against other writers. */
export async function lockTable(
  db: Db,
  dialect: Dialect,
  table: keyof Tables,
  mode: TableLock = 'share row exclusive',
): Promise<void> {
  if (dialect === 'postgres') await sql`lock table ${sql.table(table)} in ${sql.raw(mode)} mode`.execute(db)
}

/**
 * Milliseconds since the epoch by the database's clock, equal for all replicas and throughout a statement.
 */
export const databaseNow = (dialect: Dialect) =>
  dialect === 'sqlite'
    ? sql<number>`cast(unixepoch('subsec') * 1000 as integer)`
    : sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`

/** The end of a lease that begins now. */
export const leaseEnd = (dialect: Dialect, ms: number) =>
  sql<number>`${databaseNow(dialect)} + ${sql.lit(ms)}`

/** A clock that was set back by more than this would make leases last too long, milliseconds. */
const CLOCK_SLACK_MS = 60_000

/** Whether the lease that ends at `column` is over; `longestMs` is the longest lease, milliseconds. */
export const hasEnded = (dialect: Dialect, column: string, longestMs: number) => {
  const until = sql.ref(column)
  const now = databaseNow(dialect)
  const latest = sql.lit(longestMs + CLOCK_SLACK_MS)
  return sql<boolean>`(${until} is null or ${until} <= ${now} or ${until} > ${now} + ${latest})`
}

/**
 * The text of the key `name` of a JSON object; null without one. On Postgres, the first such key at any depth: its JSON
 * functions refuse a text with the escape of a character that it cannot store.
 */
export const nameInJson = (dialect: Dialect, column: string) =>
  dialect === 'sqlite'
    ? sql<string | null>`${sql.ref(column)} ->> '$.name'`
    : sql<string | null>`substring(${sql.ref(column)} from '"name":"([^"\\\\]+)"')`

/** Case-insensitive "contains" of a column, or an expression; escapes the needle's own wildcards. */
export const contains = (dialect: Dialect, column: string | RawBuilder<unknown>, needle: string) => {
  const text = typeof column === 'string' ? sql.ref(column) : column
  const pattern = `%${needle.replace(/[\\%_]/g, '\\$&')}%`
  const like = sql.raw(dialect === 'sqlite' ? 'like' : 'ilike')
  return sql<boolean>`${text} ${like} ${pattern} escape '\\'`
}

/** A text column that sorts and compares by its bytes in UTF-8, in every language of the database. */
export const bytewise = (dialect: Dialect, column: string) =>
  dialect === 'sqlite' ? sql<string>`${sql.ref(column)}` : sql<string>`(${sql.ref(column)} collate "C")`

/** The beginning of a test's titles, in any case, as lists sort it; an index of each database has this expression. */
export const sortedTitle = (dialect: Dialect, column: string) =>
  dialect === 'sqlite'
    ? sql<string>`lower(substr(${sql.ref(column)}, 1, 100))`
    : sql<string>`(lower(substr(${sql.ref(column)}, 1, 100)) collate "C")`

/** True if the database has a table of this name. */
export async function hasTable(db: Db, dialect: Dialect, name: string): Promise<boolean> {
  const query =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
      : sql`select 1 from pg_catalog.pg_tables where schemaname = current_schema() and tablename = ${name}`
  return (await query.execute(db)).rows.length > 0
}

/**
 * For counts of what every transaction increments: transactions that run at once seldom share a slot, and so seldom
 * wait for each other.
 */
export const writerSlot = (dialect: Dialect) =>
  dialect === 'sqlite' ? sql.lit(0) : sql<number>`pg_backend_pid() % 64`

/**
 * A text that names the database's server since its start. Snapshots of one server follow one another, those of a
 * standby that took over need not.
 */
export const serverRun = (dialect: Dialect) =>
  dialect === 'sqlite' ? sql<string>`''` : sql<string>`pg_postmaster_start_time()::text`

export type Db = Kysely<Tables> | Transaction<Tables>
