import type { Context } from '../../kernel/context.ts'
import type { StaleFix } from '../stale-documents.ts'
import { searchKnowledge } from './search-knowledge.ts'
import type { VectorSearch } from './vector-search.ts'

/** A document that shares words with a text. */
interface RelatedDocument {
  id: string
  path: string
  title: string
  revision: number
  stale: StaleFix | null
  excerpt: string
}

/** A search always ranks something first; a document that shares fewer different words is no match. */
const LEAST_WORDS = 2
const LONGEST_EXCERPT = 600

/** The documents of a project that share at least two different words with a text, each once, best first. */
export const relatedDocuments =
  (vectors: VectorSearch | null) =>
  async (
    ctx: Context,
    { project, words, limit }: { project: string; words: string; limit: number },
  ): Promise<RelatedDocument[]> => {
    const { hits } = await searchKnowledge(vectors)({
      ctx,
      input: { query: words, project, limit: 10, maxTokens: 4_000 },
    })
    const related = hits.filter(({ snippet, highlights }) => {
      const matched = highlights.map(({ start, end }) => snippet.slice(start, end).toLowerCase())
      return new Set(matched).size >= LEAST_WORDS
    })
    const byId = new Map(related.toReversed().map((hit) => [hit.document.id, hit]))
    return related
      .filter((hit) => byId.get(hit.document.id) === hit)
      .slice(0, limit)
      .map(({ document: { id, path, title, revision, stale }, snippet }) => ({
        id,
        path,
        title,
        revision,
        stale,
        excerpt: snippet.slice(0, LONGEST_EXCERPT),
      }))
  }
