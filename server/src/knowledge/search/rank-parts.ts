import { byScore, type Candidate, rankWords, type Scored, type WordQuery } from './rank-words.ts'

/** How much the best part counts beside the whole. Any value from 0.3 to 0.7 gives the same first answers. */
const BEST_PART = 0.5

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
  const best = new Map<number, number>()
  for (const part of parts.map((terms) => new Set(terms))) {
    const terms = query.expansion.terms.filter(({ term }) => part.has(term))
    const sequence = query.sequence.filter((term) => part.has(term))
    const ranked = rankWords(candidates, { ...query, expansion: { ...query.expansion, terms }, sequence })
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
