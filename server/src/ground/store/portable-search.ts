import { sql } from 'kysely'
import { arrayText, type Db, type Dialect } from './portable.ts'

// Dialect differences of full-text search.

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

/**
 * For migrations: FTS5 merges 64 pages of each level of an index in one statement. Pages of 500 bytes make that an
 * eighth. It merges because of deletions only if a quarter of a segment is deleted, not a tenth.
 */
export const shortMerges = (dialect: Dialect) =>
  dialect === 'postgres'
    ? []
    : ['chunk_words', 'bus_message_words'].flatMap((table) =>
        Object.entries({ pgsz: 500, deletemerge: 25 }).map(
          ([option, value]) =>
            sql`insert into ${sql.table(table)} (${sql.ref(table)}, rank) values (${sql.lit(option)}, ${sql.lit(value)})`,
        ),
      )

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

/** Ids below `before` of messages that have a term of each list of `all`, newest first. */
export async function messagesWithWords(
  db: Db,
  dialect: Dialect,
  all: string[][],
  { before, limit }: { before: number; limit: number },
): Promise<number[]> {
  const { rows } = await (dialect === 'postgres'
    ? sql<{ id: number }>`select message_id as id from bus_message_words
          where words @@ ${toTsquery({ all, none: [] })}::tsquery and message_id < ${before}
          order by message_id desc limit ${limit}`
    : sql<{ id: number }>`select rowid as id from bus_message_words
          where bus_message_words match ${toFts({ all, none: [] })} and rowid < ${before}
          order by rowid desc limit ${limit}`
  ).execute(db)
  return rows.map(({ id }) => id)
}
