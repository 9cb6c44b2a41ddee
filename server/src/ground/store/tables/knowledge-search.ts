import type { Generated } from 'kysely'

/** The index of the knowledge base's search; all of it is derived from documents and chunks. */
export interface KnowledgeSearchTables {
  /** The words of a chunk. Beside it, SQLite has the full-text table `chunk_words`, which triggers keep equal. */
  chunk_search: {
    chunk_id: number
    document_id: number
    project_id: number
    /** Of `words` and `marks`, hex. */
    hash: string
    /** A line for each field (see `Fields`), with its terms in their order, separated by spaces. */
    words: string
    /** Terms that say where a chunk belongs, and which terms are in its headings. */
    marks: string
  }
  /** A document whose chunks have been indexed: search shows those of this revision. */
  document_search: {
    document_id: number
    project_id: number
    /** The document's revision at that time. */
    revision: number
    /** `ANALYZER` at that time. */
    analyzer: number
    /** Of this revision. */
    visibility: 'project' | 'shared'
  }
  /** The vocabulary of a project. */
  search_term: {
    id: Generated<number>
    project_id: number
    term: string
    /** How many chunks of the project contain it. The row of `ALL_CHUNKS` counts all chunks. */
    chunks: number
  }
  /** Three characters in a row of a term, which find it by a misspelled one. */
  search_gram: {
    project_id: number
    gram: string
    term_id: number
  }
}
