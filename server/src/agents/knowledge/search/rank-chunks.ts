import { MOST_FOUND_CHUNKS } from '@svc/schema'
import type { Context } from '../../../ground/kernel/context.ts'
import { ownTurn } from '../../../ground/kernel/own-turn.ts'
import type { KnowledgeReach } from '../readable-documents.ts'
import { type Expansion, expandTerms } from './expand-terms.ts'
import { findCandidateChunks } from './find-candidate-chunks.ts'
import { ofOrganization, ofProject, sharedIn } from './marks.ts'
import type { ParsedQuery, QueryTerm } from './parse-query.ts'
import { byScore, type Candidate, rankWords, type Scored, type WordQuery } from './rank-words.ts'
import { areSomeGone, readAllowed, readFirstCandidates, withPhrases } from './read-candidates.ts'
import { isStopTerm } from './stop-words.ts'
import { wordsOf } from './terms.ts'
import type { UsedVectors, VectorSearch } from './vector-search.ts'

/** Chunks, the best first. */
type RankedChunks = { id: number; documentId: number; score: number }[]

/** The places that the second chunk of a document loses. Values from 3 to 6 have the same MRR in `bench/knowledge`. */
const LOST_PLACES = 5
/** A chunk loses no place if it has this share of the words that its document has in headings first. */
const NEW_SHARE = 1 / 3

type Asker = Pick<Context, 'store' | 'caller'>

export interface Ranking {
  ids: RankedChunks
  expansion: Expansion
  /** Words of the query that no chunk found by words has. */
  missing: string[]
  /** Null if no embedding model is configured. */
  vectors: UsedVectors | null
  /** True if found chunks were removed meanwhile, because their document has another text. */
  isOutdated: boolean
}

/** How much the ranking by vectors counts beside that by words. */
const VECTORS = 0.4

/** The chunks that match a query, the best first: by their words, and by vectors if a model is configured. */
export async function rankChunks(
  ctx: Asker,
  asked: {
    query: ParsedQuery
    text: string
    reach: KnowledgeReach
    vectors: VectorSearch | null
    /** Chunks whose words are compared with the query; by default as many as a search may return. */
    most?: number
  },
): Promise<Ranking> {
  const { query, text, reach, vectors, most = MOST_FOUND_CHUNKS } = asked
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
        [...allowed]
      : await findCandidateChunks(read, dialect, query, expansion, { within, allowed })
  const first = await readFirstCandidates(ctx, reach, found, most)
  const isOutdated = await areSomeGone(ctx, found.slice(0, most), first)
  const candidates = await withPhrases(ctx, first, query)
  const documents = new Map(candidates.map(({ chunkId, documentId }) => [chunkId, documentId]))
  const byWords = await rankParts(candidates, { expansion, sequence: query.sequence, text }, query.parts)
  const ranked = byWords.map(({ candidate, score }) => ({
    id: candidate.chunkId,
    documentId: candidate.documentId,
    score,
  }))
  const inHeadings = new Map(byWords.map(({ candidate, inHeadings }) => [candidate.chunkId, inHeadings]))
  const missing = missingWords(text, query.terms, candidates)
  const used =
    vectors && (await vectors.rank(ctx, reach, { text, query, allowed, candidates: [...documents.keys()] }))
  if (!used?.isUsed)
    return {
      ids: spreadDocuments(relative(ranked), inHeadings),
      expansion,
      missing,
      vectors: used,
      isOutdated,
    }
  for (const { id, documentId } of used.nearest) documents.set(id, documentId)
  const fused = fuse([
    { ids: ranked.map(({ id }) => id), weight: 1 },
    { ids: used.nearest.map(({ id }) => id), weight: VECTORS },
  ]).map((one) => ({ ...one, documentId: documents.get(one.id) as number }))
  return { ids: spreadDocuments(relative(fused), inHeadings), expansion, missing, vectors: used, isOutdated }
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

/** The constant of reciprocal rank fusion: the larger, the less the first places count. */
const K = 60

/** Several rankings of the same things as one: reciprocal rank fusion. The best first; equal scores by id. */
function fuse(rankings: { ids: number[]; weight: number }[]): { id: number; score: number }[] {
  const scores = new Map<number, number>()
  for (const { ids, weight } of rankings)
    for (const [at, id] of ids.entries()) scores.set(id, (scores.get(id) ?? 0) + weight / (K + at + 1))
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || a.id - b.id)
}

/** Words that an answer lists. */
const MOST = 5

/**
 * The words of a query, as typed, that none of these chunks has, although their parts, synonyms or words written alike
 * found them. Only chunks that the caller may read count, so that nobody learns the words of others.
 */
function missingWords(text: string, terms: QueryTerm[], chunks: { words: string }[]): string[] {
  if (chunks.length === 0) return []
  const asked = new Set(terms.map(({ term }) => term))
  const missing = new Set<string>()
  for (const { terms: parts, hasWhole, start, end } of wordsOf(text)) {
    const term = parts.at(-1) as string
    // A text without spaces is pairs of characters, not a word.
    if ((parts.length > 1 && !hasWhole) || !asked.delete(term) || isStopTerm(term)) continue
    if (!chunks.some(({ words }) => hasTerm(words, term))) missing.add(text.slice(start, end))
    if (missing.size === MOST) break
  }
  return [...missing]
}

/** Terms are separated by a space, and fields by a line break. */
function hasTerm(words: string, term: string): boolean {
  for (let at = words.indexOf(term); at >= 0; at = words.indexOf(term, at + 1))
    if (isEdge(words[at - 1]) && isEdge(words[at + term.length])) return true
  return false
}

const isEdge = (character: string | undefined): boolean =>
  character === undefined || character === ' ' || character === '\n'

/** How much the best part counts beside the whole. Values from 0.3 to 0.7 have the same MRR in `bench/knowledge`. */
const BEST_PART = 0.5
/** The first chunks by the whole query, among which the answers to its questions are looked for. */
const MOST_COMPARED = 60

/**
 * Ranks chunks by a query, and if it asks several questions, also by the one that each chunk answers best: a section
 * rarely answers two, and one that mentions both in passing answers neither. Each ranking takes up to 90 ms, so it has a
 * turn of the event loop.
 */
async function rankParts<T extends Candidate>(
  candidates: T[],
  query: WordQuery,
  parts: string[][],
): Promise<Scored<T>[]> {
  await ownTurn()
  const whole = rankWords(candidates, query)
  if (parts.length === 0) return whole
  const first = whole.slice(0, MOST_COMPARED).map(({ candidate }) => candidate)
  const best = new Map<number, number>()
  for (const part of parts.map((terms) => new Set(terms))) {
    const terms = query.expansion.terms.filter(({ term }) => part.has(term))
    const sequence = query.sequence.filter((term) => part.has(term))
    await ownTurn()
    const ranked = rankWords(first, { ...query, expansion: { ...query.expansion, terms }, sequence })
    const most = mostOf(ranked)
    for (const { candidate, score } of ranked)
      best.set(candidate.chunkId, Math.max(best.get(candidate.chunkId) ?? 0, score / most))
  }
  const most = mostOf(whole)
  return whole
    .map((one) => ({
      ...one,
      score: one.score / most + BEST_PART * (best.get(one.candidate.chunkId) ?? 0),
    }))
    .sort(byScore)
}

const mostOf = (ranked: { score: number }[]): number => ranked[0]?.score || 1

/**
 * No document crowds the others out: its second chunk loses 5 places, its third 20, its fourth 45. A chunk loses fewer if
 * its title and headings have words of the query that earlier chunks of its document lack there: it answers another part.
 * `inHeadings` has for each chunk how much of each word its headings have.
 */
function spreadDocuments(ranked: RankedChunks, inHeadings: ReadonlyMap<number, number[]>): RankedChunks {
  const found = new Map<number, { times: number; words: number[] }>()
  const placed = ranked.map((one, at) => {
    const before = found.get(one.documentId) ?? { times: 0, words: [] }
    const words = inHeadings.get(one.id) ?? []
    const together =
      words.length === 0 ? before.words : words.map((mine, i) => Math.max(mine, before.words[i] ?? 0))
    const total = sum(together)
    const isNew = total === 0 ? 0 : (total - sum(before.words)) / total
    found.set(one.documentId, { times: before.times + 1, words: together })
    const lost = LOST_PLACES * before.times ** 2 * Math.max(0, 1 - isNew / NEW_SHARE)
    return { one, place: at + lost }
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

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)
