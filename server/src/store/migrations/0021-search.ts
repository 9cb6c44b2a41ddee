import { type Kysely, sql } from 'kysely'
import { columnTypes, type Dialect } from '../portable.ts'
import { wordIndex } from '../portable-search.ts'
import type { Tables } from '../tables.ts'

/** The index of the knowledge base's search: words of chunks, and the vocabulary of each project. */
export async function up(db: Kysely<Tables>, dialect: Dialect): Promise<void> {
  const { id, text, ordered, integer, clustered } = columnTypes(dialect)
  const statements = [
    sql`create table chunk_search (
      chunk_id ${integer} primary key, document_id ${integer} not null, project_id ${integer} not null,
      hash ${text} not null, words ${text} not null, marks ${text} not null)`,
    sql`create index chunk_search_document on chunk_search (document_id)`,
    sql`create index chunk_search_project on chunk_search (project_id, chunk_id)`,
    ...wordIndex(dialect),
    sql`create table document_search (
      document_id ${integer} primary key, project_id ${integer} not null,
      revision ${integer} not null, analyzer ${integer} not null)`,
    sql`create index document_search_project on document_search (project_id, document_id)`,
    sql`create table search_term (
      id ${id}, project_id ${integer} not null, term ${ordered} not null, chunks ${integer} not null,
      unique (project_id, term))`,
    sql`create index search_term_unused on search_term (id) where chunks <= 0`,
    sql`create table search_gram (
      project_id ${integer} not null, gram ${ordered} not null, term_id ${integer} not null,
      primary key (project_id, gram, term_id)) ${clustered}`,
    sql`create index search_gram_term on search_gram (term_id)`,
    sql`create index chunk_embedded on chunk (document_id, embedding_model) where embedding_model is not null`,
    sql`create index chunk_to_embed on chunk (id) where embedding_model is null`,
  ]
  for (const statement of statements) await statement.execute(db)
}
