import { CompiledQuery, type Kysely, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** All differences between the two databases. */
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
const arrayText = (cells: Cell[]): string | null =>
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

/**
 * For migrations: the full-text index of `chunk_search`. The server makes the terms itself, so both databases
 * only split at spaces and line breaks, and find the same chunks. Without `fastupdate`, which would make each list of
 * a search read all recent writes.
 */
export const wordIndex = (dialect: Dialect) =>
  dialect === 'postgres'
    ? [
        sql`create index chunk_search_words on chunk_search using gin ((${CHUNK_WORDS})) with (fastupdate = off)`,
      ]
    : [
        sql`create virtual table chunk_words using fts5(
          words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
        sql`create trigger chunk_search_inserted after insert on chunk_search begin
          insert into chunk_words (rowid, words) values (new.chunk_id, new.words || ' ' || new.marks); end`,
        sql`create trigger chunk_search_updated after update on chunk_search begin
          delete from chunk_words where rowid = old.chunk_id;
          insert into chunk_words (rowid, words) values (new.chunk_id, new.words || ' ' || new.marks); end`,
        sql`create trigger chunk_search_deleted after delete on chunk_search begin
          delete from chunk_words where rowid = old.chunk_id; end`,
      ]

const CHUNK_WORDS = sql`array_to_tsvector(array_remove(string_to_array(
  translate(chunk_search.words || ' ' || chunk_search.marks, E'\n', ' '), ' '), ''))`

/** Chunks that contain a term of each list of `all`, and none of `none`. Terms consist of letters and digits. */
export interface WordQuery {
  all: string[][]
  none: string[]
}

/**
 * For each query, the ids of at most `most` chunks as a JSON array. Rows have the query's place as `place`, from
 * 0; a query without a chunk may have null.
 */
export function chunksWithWords(dialect: Dialect, queries: WordQuery[], most: number) {
  if (dialect === 'postgres')
    return sql<{ place: number; ids: string | null }>`
      select wanted.place::integer - 1 as place, (
        select '[' || string_agg(chunk_id::text, ',') || ']' from (
          select chunk_id from chunk_search where ${CHUNK_WORDS} @@ wanted.query::tsquery limit ${sql.lit(most)}
        ) found) as ids
      from unnest(${queries.map(toTsquery)}::text[]) with ordinality as wanted(query, place)`
  return sql<{ place: number; ids: string | null }>`
    select wanted.key as place, (
      select json_group_array(id) from (
        select rowid as id from chunk_words where chunk_words match wanted.value limit ${sql.lit(most)})) as ids
    from json_each(${JSON.stringify(queries.map(toFts))}) wanted`
}

const toTsquery = ({ all, none }: WordQuery): string => {
  const oneOf = (terms: string[]) => `(${terms.map((term) => `'${term}'`).join(' | ')})`
  return [...all.map(oneOf), ...none.map((term) => `!'${term}'`)].join(' & ')
}

const toFts = ({ all, none }: WordQuery): string => {
  const oneOf = (terms: string[]) => `(${terms.map((term) => `"${term}"`).join(' OR ')})`
  const needed = all.map(oneOf).join(' AND ')
  return none.length === 0 ? needed : `(${needed}) NOT ${oneOf(none)}`
}

/**
 * For migrations: the full-text index of messages. The bus makes the terms itself, and marks sender and recipient with
 * terms of their own, so that a search reads the mail of one agent only.
 */
export const messageIndex = (dialect: Dialect) =>
  dialect === 'postgres'
    ? [
        sql`create table bus_message_words (
          message_id integer primary key references bus_message (id) on delete cascade, words tsvector not null)`,
        sql`create index bus_message_words_index on bus_message_words using gin (words)`,
      ]
    : [
        sql`create virtual table bus_message_words using fts5(
          words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii')`,
        sql`create trigger bus_message_deleted after delete on bus_message begin
          delete from bus_message_words where rowid = old.id; end`,
      ]

/** Adds messages to their index. Terms are separated by spaces, and consist of letters and digits. */
export async function indexMessages(
  db: Db,
  dialect: Dialect,
  messages: { id: number; words: string }[],
): Promise<void> {
  const [ids, words] = [messages.map(({ id }) => id), messages.map((each) => each.words)]
  if (dialect === 'postgres')
    await sql`insert into bus_message_words (message_id, words)
      select id, array_to_tsvector(array_remove(string_to_array(words, ' '), ''))
      from unnest(${arrayText(ids)}::integer[], ${words}::text[]) as listed(id, words)`.execute(db)
  else
    await sql`insert into bus_message_words (rowid, words)
      select value ->> 0, value ->> 1 from json_each(${JSON.stringify(ids.map((id, at) => [id, words[at]]))})`.execute(
      db,
    )
}

/** Ids of messages that have a term of each list of `all`; an expression for `in`. */
export const messagesWithWords = (dialect: Dialect, all: string[][]) =>
  dialect === 'postgres'
    ? sql<number>`(select message_id from bus_message_words where words @@ ${toTsquery({ all, none: [] })}::tsquery)`
    : sql<number>`(select rowid from bus_message_words where bus_message_words match ${toFts({ all, none: [] })})`

/** Whole numbers in columns of equal length, as the rows of a table `listed`. */
export const numbersAs = (dialect: Dialect, columns: Record<string, number[]>) => {
  const names = Object.keys(columns)
  const lists = Object.values(columns)
  if (dialect === 'postgres')
    return sql`unnest(${sql.join(lists.map((list) => sql`${arrayText(list)}::bigint[]`))}) as listed(${sql.join(names.map((name) => sql.id(name)))})`
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

/** For a transaction: locks a whole table against other writers. */
export async function lockTable(db: Db, dialect: Dialect, table: keyof Tables): Promise<void> {
  if (dialect === 'postgres')
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(db)
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

/** A text column that sorts and compares by its bytes in UTF-8, whatever the database's language is. */
export const bytewise = (dialect: Dialect, column: string) =>
  dialect === 'sqlite' ? sql<string>`${sql.ref(column)}` : sql<string>`(${sql.ref(column)} collate "C")`

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

/** The number of free pages and of all pages of SQLite's file; 0 on Postgres, which manages its own space. */
export async function freePages(db: Db, dialect: Dialect): Promise<{ free: number; all: number }> {
  if (dialect === 'postgres') return { free: 0, all: 0 }
  const { rows: free } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db)
  const { rows: all } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  return { free: free[0]?.freelist_count ?? 0, all: all[0]?.page_count ?? 0 }
}

/** SQLite: truncates up to this many free pages from the file, if it was created for that. */
export async function giveBackPages(db: Db, dialect: Dialect, pages: number): Promise<void> {
  if (dialect === 'postgres') return
  // The driver stops at a statement's first step, and a step is a page.
  for (let page = 0; page < pages; page++) await sql`pragma incremental_vacuum(1)`.execute(db)
}

/**
 * True if the database accepts no changes: a standby, or a read-only server. SQLite's file always accepts
 * them.
 */
export async function isReadOnly(db: Db, dialect: Dialect): Promise<boolean> {
  if (dialect === 'sqlite') return false
  const { rows } = await sql<{ setting: string }>`
    select current_setting('transaction_read_only') as setting`.execute(db)
  return rows[0]?.setting === 'on'
}

/**
 * Writes what needs disk space, inside a transaction that its caller rolls back on Postgres. There, a new
 * table of 1 MiB grows the disk's files; SQLite writes a page of its write-ahead log, and its caller tries
 * the file's folder separately.
 */
export async function writeToTry(db: Db, dialect: Dialect): Promise<void> {
  // An unused number, set to its own value.
  if (dialect === 'sqlite') await sql`pragma user_version = 0`.execute(db)
  else
    await sql`create table svc_write_probe as
      select repeat(md5(random()::text), 60) as filler from generate_series(1, 512)`.execute(db)
}

export type Db = Kysely<Tables> | Transaction<Tables>
