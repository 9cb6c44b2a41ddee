import { MOST_FOUND_CHUNKS, type searchOperations } from '@svc/schema'
import type { Handlers } from '../../kernel/operation-handlers.ts'
import { reachOf } from '../readable-documents.ts'
import { readCoverage } from './coverage.ts'
import { describeHits } from './describe-hits.ts'
import { parseQuery } from './parse-query.ts'
import { rankChunks } from './rank-chunks.ts'
import type { VectorSearch } from './vector-search.ts'

type Verbs = Handlers<typeof searchOperations>

/** Searches chunks. `vectors` is null if no embedding model is configured. */
export const searchKnowledge =
  (vectors: VectorSearch | null): Verbs['searchKnowledge'] =>
  async ({ ctx, input }) => {
    const query = parseQuery(input.query)
    const reach = await reachOf(ctx, input)
    const ranking = await rankChunks(ctx, { query, text: input.query, reach, vectors })
    const { hits, truncated } = await describeHits(ctx, reach, ranking, input)
    return {
      mode: ranking.vectors?.isUsed ? 'hybrid' : 'lexical',
      embeddings: ranking.vectors && {
        model: ranking.vectors.model,
        coverage: ranking.vectors.coverage,
        reason: ranking.vectors.reason,
      },
      index: await readCoverage(ctx, reach),
      hits,
      missing: ranking.missing,
      found: Math.min(ranking.ids.length, MOST_FOUND_CHUNKS),
      truncated,
    }
  }
