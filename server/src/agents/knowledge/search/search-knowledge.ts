import { MOST_FOUND_CHUNKS, type searchOperations } from '@svc/schema'
import { sql } from 'kysely'
import type { Context } from '../../../ground/kernel/context.ts'
import type { Handlers } from '../../../ground/kernel/operation-handlers.ts'
import { type KnowledgeReach, reachOf, readableDocuments } from '../readable-documents.ts'
import { describeHits } from './describe-hits.ts'
import { parseQuery } from './parse-query.ts'
import { rankChunks } from './rank-chunks.ts'
import type { VectorSearch } from './vector-search.ts'
import { withIndex } from './with-index.ts'

type Verbs = Handlers<typeof searchOperations>

/** A document's next text may replace the found one at any time. */
const MOST_TRIES = 3

/** Searches chunks. `vectors` is null if no embedding model is configured. */
export const searchKnowledge =
  (vectors: VectorSearch | null): Verbs['searchKnowledge'] =>
  async ({ ctx, input }) => {
    const query = parseQuery(input.query)
    const reach = await reachOf(ctx, input)
    const find = async () => {
      const ranking = await rankChunks(ctx, { query, text: input.query, reach, vectors })
      return { ranking, ...(await describeHits(ctx, reach, ranking, input)) }
    }
    let found = await find()
    const isOutdated = () => found.isOutdated || found.ranking.isOutdated
    for (let tries = 1; isOutdated() && tries < MOST_TRIES; tries++) found = await find()
    const { ranking, hits, truncated } = found
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

/** The documents of a reach, and how many of them the index has in this version's form. */
async function readCoverage(
  ctx: Pick<Context, 'store' | 'caller'>,
  reach: KnowledgeReach,
): Promise<{ documents: number; indexed: number }> {
  const row = await ctx.store.read
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .leftJoin('document_search', withIndex)
    .select((eb) => [
      eb.fn.countAll<number | string>().as('documents'),
      eb.fn.count<number | string>(sql`document_search.document_id`).as('indexed'),
    ])
    .where(readableDocuments(ctx, reach))
    .executeTakeFirstOrThrow()
  return { documents: Number(row.documents), indexed: Number(row.indexed) }
}
