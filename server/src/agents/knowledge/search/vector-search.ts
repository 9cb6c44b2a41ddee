import type { Context } from '../../../ground/kernel/context.ts'
import { countOf } from '../../../ground/kernel/count-of.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { type KnowledgeReach, readableDocuments } from '../readable-documents.ts'
import { cosine, type Embedder, EmbeddingError } from './embedder.ts'
import type { ParsedQuery } from './parse-query.ts'
import { shownChunks } from './shown-chunks.ts'

/** What vectors contributed to a search. */
export interface UsedVectors {
  model: string
  isUsed: boolean
  /** Why they were not used, or only in part. */
  reason: string | null
  /** The share of the chunks in reach that have a vector of the model. */
  coverage: number
  /** Chunks, the nearest first. */
  nearest: { id: number; documentId: number }[]
}

interface VectorQuery {
  text: string
  query: ParsedQuery
  /** Set if filters leave only these chunks. */
  allowed: Set<number> | null
  /** Chunks that words have found. */
  candidates: number[]
}

/** Ranks chunks by the vectors of a configured model. */
export interface VectorSearch {
  /** Returns the nearest chunks. Errors of the model become the reason; errors of the database are thrown. */
  rank(ctx: Asker, reach: KnowledgeReach, query: VectorQuery): Promise<UsedVectors>
}

type Asker = Pick<Context, 'store' | 'caller'>

/** A search waits no longer for the vector of its query. */
const TIMEOUT_MS = 2_000
/** Searches after an error use words only, for this long. */
const REST_MS = 10_000
const QUERY_LENGTH = 2_000
/** Vectors that a search compares, and those it reads at a time. */
const MOST_COMPARED = 20_000
const PAGE = 1_000
const MOST_NEAREST = 50
const KEPT_QUERIES = 200

/** `timer` is monotonic, milliseconds; `failed` records an error of the model. */
export function makeVectorSearch(
  embedder: Embedder,
  { timer, failed }: { timer: () => number; failed: (error: EmbeddingError) => void },
): VectorSearch {
  const queries = new Map<string, Float32Array>()
  let rest: { until: number; reason: string } | null = null

  async function vectorOf(text: string): Promise<Float32Array> {
    const kept = queries.get(text)
    if (kept) return kept
    if (rest && timer() < rest.until) throw new EmbeddingError(rest.reason)
    try {
      const [vector] = await embedder.embed([text], { timeoutMs: TIMEOUT_MS })
      if (!vector) throw new EmbeddingError('The embedding model returned no vector.')
      if (queries.size >= KEPT_QUERIES) queries.delete(queries.keys().next().value as string)
      queries.set(text, vector)
      rest = null
      return vector
    } catch (error) {
      if (!(error instanceof EmbeddingError)) throw error
      if (!error.isRefusal) rest = { until: timer() + REST_MS, reason: error.message }
      failed(error)
      throw error
    }
  }

  return {
    async rank(ctx, reach, asked) {
      const { model } = embedder
      const { chunks, embedded } = await readVectorCoverage(ctx, reach, model)
      const coverage = chunks === 0 ? 0 : Math.floor((embedded / chunks) * 1_000) / 1_000
      const none = (reason: string): UsedVectors => ({ model, isUsed: false, reason, coverage, nearest: [] })
      if (embedded === 0) return none('No chunk in scope has a vector yet.')
      try {
        const vector = await vectorOf(asked.text.slice(0, QUERY_LENGTH))
        const { only, reason } = boundsOf(asked, embedded)
        const { nearest, others } = await readNearest(ctx, reach, { model, vector, only })
        if (others === 0) return { model, isUsed: true, reason, coverage, nearest }
        // The endpoint has another model under the same name, before or after the vector was kept.
        queries.delete(asked.text.slice(0, QUERY_LENGTH))
        const changed = `${countOf(others, 'chunk')} in scope ${others === 1 ? 'has a vector' : 'have vectors'} of another size than the query's, because the model behind ${model} has changed. New vectors are made after the server's next start, or with the next document.`
        if (nearest.length === 0) return { ...none(changed), coverage: 0 }
        const left = Math.floor((Math.max(0, embedded - others) / chunks) * 1_000) / 1_000
        return { model, isUsed: true, reason: changed, coverage: left, nearest }
      } catch (error) {
        if (error instanceof EmbeddingError) return none(error.message)
        throw error
      }
    },
  }
}

/** The chunks that are compared; null for all in reach. */
function boundsOf({ query, allowed, candidates }: VectorQuery, embedded: number) {
  // Phrases and excluded words are checked in the text, which only the candidates were.
  const isStrict = query.phrases.length + query.excluded.length + query.excludedPhrases.length > 0
  if (isStrict) return { only: candidates, reason: null }
  if (allowed) return { only: [...allowed].slice(0, MOST_COMPARED), reason: null }
  if (embedded <= MOST_COMPARED) return { only: null, reason: null }
  return {
    only: candidates,
    reason: `The scope has ${embedded} vectors, and a search compares up to ${MOST_COMPARED}. Only chunks that words have found were compared. Choose a smaller scope to compare all.`,
  }
}

async function readVectorCoverage(ctx: Asker, reach: KnowledgeReach, model: string) {
  const current = ctx.store.read
    .selectFrom('document')
    .innerJoin('project', 'project.id', 'document.project_id')
    .innerJoin('chunk', 'chunk.document_id', 'document.id')
    .where('chunk.until_revision', 'is', null)
    .where(readableDocuments(ctx, reach))
  const [all, made] = await Promise.all([
    current.select((eb) => eb.fn.countAll<number | string>().as('count')).executeTakeFirstOrThrow(),
    current
      .where('chunk.embedding_model', '=', model)
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { chunks: Number(all.count), embedded: Number(made.count) }
}

interface Wanted {
  model: string
  vector: Float32Array
  only: number[] | null
}

/**
 * The nearest chunks, and how many have a vector of another size. Reads the vectors in pages, so that memory is bounded
 * and other requests run between them.
 */
async function readNearest(ctx: Asker, reach: KnowledgeReach, { model, vector, only }: Wanted) {
  const { store } = ctx
  let nearest: { id: number; documentId: number; likeness: number }[] = []
  let others = 0
  let after = 0
  for (let compared = 0; compared < MOST_COMPARED; compared += PAGE) {
    const some = only?.slice(compared, compared + PAGE)
    if (some?.length === 0) break
    let query = shownChunks(ctx, reach)
      .select(['chunk.id', 'chunk.document_id', 'chunk.embedding'])
      .where('chunk.embedding_model', '=', model)
      .orderBy('chunk.id')
      .limit(PAGE)
    query = some ? query.where(isOneOf(store.dialect, 'chunk.id', some)) : query.where('chunk.id', '>', after)
    const rows = await query.execute()
    for (const { id, document_id, embedding } of rows) {
      const likeness = embedding && cosine(embedding, vector)
      if (likeness === null) others++
      else nearest.push({ id, documentId: document_id, likeness })
    }
    nearest = nearest.sort((a, b) => b.likeness - a.likeness || a.id - b.id).slice(0, MOST_NEAREST)
    if (!only && rows.length < PAGE) break
    after = rows.at(-1)?.id ?? after
  }
  return { nearest: nearest.map(({ id, documentId }) => ({ id, documentId })), others }
}
