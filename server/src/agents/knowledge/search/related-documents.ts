import type { Context } from '../../../ground/kernel/context.ts'
import type { FailureWords } from '../failure-words.ts'
import { reachOf } from '../readable-documents.ts'
import type { StaleFix } from '../stale-documents.ts'
import { describeHits } from './describe-hits.ts'
import { parseQuery } from './parse-query.ts'
import { rankChunks } from './rank-chunks.ts'
import { readCandidates } from './read-candidates.ts'
import { sharedWords } from './shared-words.ts'
import { termsOf } from './terms.ts'
import type { VectorSearch } from './vector-search.ts'

/** A document that may be about a failure. */
interface RelatedDocument {
  id: string
  path: string
  title: string
  revision: number
  stale: StaleFix | null
  excerpt: string
  sharedWords: string[]
}

/** The best chunks of the search, which always ranks something first. */
const MOST_COMPARED = 20
/** Chunks that are ranked: an answer searches for several failures at once. */
const MOST_RANKED = 100
const QUERY_LENGTH = 300
const MOST_SHARED = 5
const LONGEST_SHARED = 100
const EXCERPT_TOKENS = 1_000

/** The documents of a project that may be about a failure, each once, best first; see `sharedWords`. */
export const relatedDocuments =
  (vectors: VectorSearch | null) =>
  async (
    ctx: Context,
    { project, failure, limit }: { project: string; failure: FailureWords; limit: number },
  ): Promise<RelatedDocument[]> => {
    const text = queryOf(failure)
    if (termsOf(text).length === 0) return []
    const reach = await reachOf(ctx, { project })
    const ranking = await rankChunks(ctx, {
      query: parseQuery(text),
      text,
      reach,
      vectors,
      most: MOST_RANKED,
    })
    const best = ranking.ids.slice(0, MOST_COMPARED)
    const candidates = await readCandidates(
      ctx,
      reach,
      best.map(({ id }) => id),
    )
    const sharedWith = sharedWords(failure, ranking.expansion)
    const shared = new Map(candidates.map(({ chunkId, words }) => [chunkId, sharedWith(words)]))
    const related = new Map<number, (typeof best)[number]>()
    for (const one of best)
      if (shared.get(one.id)?.length && !related.has(one.documentId)) related.set(one.documentId, one)
    const found = [...related.values()].slice(0, limit).map(async (one) => {
      const { hits } = await describeHits(
        ctx,
        reach,
        { ...ranking, ids: [one] },
        { limit: 1, maxTokens: EXCERPT_TOKENS },
      )
      const words = shared.get(one.id) ?? []
      return hits.map(({ document: { id, path, title, revision, stale }, snippet }) => ({
        id,
        path,
        title,
        revision,
        stale,
        excerpt: snippet,
        sharedWords: words.slice(0, MOST_SHARED).map((word) => word.slice(0, LONGEST_SHARED).toWellFormed()),
      }))
    })
    return (await Promise.all(found)).flat()
  }

function queryOf({ messages, titles, files, ...failure }: FailureWords): string {
  const names = files.map((file) => file.split('/').at(-1) ?? '')
  return (
    [...messages, failure.function, ...names, ...titles]
      .join(' ')
      // Removes characters with a special meaning in searches.
      .replace(/[^\p{L}\p{N}_.\s]/gu, ' ')
      .slice(0, QUERY_LENGTH)
  )
}
