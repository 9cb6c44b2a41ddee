import { byScore, type Candidate, rankWords, type Scored, type WordQuery } from './rank-words.ts'

/** How much the best part counts beside the whole. Values from 0.3 to 0.7 have the same MRR in `bench/knowledge`. */
const BEST_PART = 0.5
/** The first chunks by the whole query, among which the answers to its questions are looked for. */
const MOST_COMPARED = 60

/**
 * Ranks chunks by a query, and if it asks several questions, also by the one that each chunk answers best: a section
 * rarely answers two, and one that mentions both in passing answers neither.
 */
export function rankParts<T extends Candidate>(
  candidates: T[],
  query: WordQuery,
  parts: string[][],
): Scored<T>[] {
  const whole = rankWords(candidates, query)
  if (parts.length === 0) return whole
  const first = whole.slice(0, MOST_COMPARED).map(({ candidate }) => candidate)
  const best = new Map<number, number>()
  for (const part of parts.map((terms) => new Set(terms))) {
    const terms = query.expansion.terms.filter(({ term }) => part.has(term))
    const sequence = query.sequence.filter((term) => part.has(term))
    const ranked = rankWords(first, { ...query, expansion: { ...query.expansion, terms }, sequence })
    const most = mostOf(ranked)
    for (const { candidate, score } of ranked)
      best.set(candidate.chunkId, Math.max(best.get(candidate.chunkId) ?? 0, score / most))
  }
  const most = mostOf(whole)
  return whole
    .map(({ candidate, score }) => ({
      candidate,
      score: score / most + BEST_PART * (best.get(candidate.chunkId) ?? 0),
    }))
    .sort(byScore)
}

const mostOf = (ranked: { score: number }[]): number => ranked[0]?.score || 1
