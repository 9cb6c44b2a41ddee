import { MOST_FOUND_CHUNKS } from '@svc/schema'
import type { Context } from '../../kernel/context.ts'
import type { KnowledgeReach } from '../readable-documents.ts'
import { type Expansion, expandTerms } from './expand-terms.ts'
import { findCandidateChunks } from './find-candidate-chunks.ts'
import { fuse } from './fuse.ts'
import { ofOrganization, ofProject, sharedIn } from './marks.ts'
import { missingWords } from './missing-words.ts'
import type { ParsedQuery } from './parse-query.ts'
import { rankParts } from './rank-parts.ts'
import { readAllowed, readCandidates, withPhrases } from './read-candidates.ts'
import type { UsedVectors, VectorSearch } from './vector-search.ts'

type Asker = Pick<Context, 'store' | 'caller'>

export interface Ranking {
  /** Chunks, the best first. */
  ids: { id: number; documentId: number; score: number }[]
  expansion: Expansion
  /** Words of the query that no chunk found by words has. */
  missing: string[]
  /** Null if no embedding model is configured. */
  vectors: UsedVectors | null
}

/** How much the ranking by vectors counts beside that by words. */
const VECTORS = 0.4

/** The chunks that match a query, the best first: by their words, and by vectors if a model is configured. */
export async function rankChunks(
  ctx: Asker,
  asked: { query: ParsedQuery; text: string; reach: KnowledgeReach; vectors: VectorSearch | null },
): Promise<Ranking> {
  const { query, text, reach, vectors } = asked
  const { read, dialect } = ctx.store
  const [allowed, projectIds] = await Promise.all([
    readAllowed(ctx, reach, query),
    projectsWithin(ctx, reach),
  ])
  const expansion =
    projectIds.length === 0
      ? { terms: [], chunks: 0, frequency: new Map<string, number>() }
      : await expandTerms(read, dialect, projectIds, query.terms)
  const within = marksWithin(ctx, reach)
  const found =
    allowed && query.terms.length === 0
      ? // Without words, such as `path:docs`, chunks come in the order of their documents.
        [...allowed].slice(0, MOST_FOUND_CHUNKS)
      : await findCandidateChunks(read, dialect, query, expansion, { within, allowed })
  const candidates = await withPhrases(ctx, await readCandidates(ctx, reach, found), query)
  const documents = new Map(candidates.map(({ chunkId, documentId }) => [chunkId, documentId]))
  const byWords = rankParts(candidates, { expansion, sequence: query.sequence, text }, query.parts)
  const ranked = byWords.map(({ candidate, score }) => ({
    id: candidate.chunkId,
    documentId: candidate.documentId,
    score,
  }))
  const missing = missingWords(text, query.terms, candidates)
  const used =
    vectors && (await vectors.rank(ctx, reach, { text, query, allowed, candidates: [...documents.keys()] }))
  if (!used?.isUsed) return { ids: spread(relative(ranked)), expansion, missing, vectors: used }
  for (const { id, documentId } of used.nearest) documents.set(id, documentId)
  const fused = fuse([
    { ids: ranked.map(({ id }) => id), weight: 1 },
    { ids: used.nearest.map(({ id }) => id), weight: VECTORS },
  ]).map((one) => ({ ...one, documentId: documents.get(one.id) as number }))
  return { ids: spread(relative(fused)), expansion, missing, vectors: used }
}

async function projectsWithin({ store, caller }: Asker, { scope, projectId }: KnowledgeReach) {
  if (scope === 'project' && projectId !== null) return [projectId]
  const rows = await store.read
    .selectFrom('project')
    .select('id')
    .where('organization_id', '=', caller.organizationId)
    .execute()
  return rows.map(({ id }) => id)
}

/** Narrows the index to the reach. The condition of `readableDocuments` decides in the end. */
function marksWithin({ caller }: Asker, { scope, projectId }: KnowledgeReach): string[] {
  const shared = sharedIn(caller.organizationId)
  if (scope === 'project' && projectId !== null) return [ofProject(projectId)]
  if (scope === 'shared') return [shared]
  return caller.projectId === null
    ? [ofOrganization(caller.organizationId)]
    : [ofProject(caller.projectId), shared]
}

type Ranked = Ranking['ids']

function relative(ranked: Ranked): Ranked {
  const best = ranked[0]?.score || 1
  return ranked.map((one) => ({ ...one, score: Math.round((one.score / best) * 1_000) / 1_000 }))
}

/** The places that the second chunk of a document loses. Values from 3 to 6 have the same MRR in `bench/knowledge`. */
const LOST_PLACES = 5

/** No document crowds the others out: the second chunk of a document loses 5 places, the third 20, the fourth 45. */
function spread(ranked: Ranked): Ranked {
  const times = new Map<number, number>()
  const placed = ranked.map((one, at) => {
    const before = times.get(one.documentId) ?? 0
    times.set(one.documentId, before + 1)
    return { one, place: at + LOST_PLACES * before ** 2 }
  })
  // Scores fall from rank to rank, so that the order does not look like an error.
  let most = 1
  return placed
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => {
      most = Math.min(most, one.score)
      return { ...one, score: most }
    })
}
