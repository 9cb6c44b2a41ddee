/** How much a term says: the inverse document frequency of BM25, which is never negative. */
export const rarity = (chunks: number, withTerm: number): number =>
  Math.log(1 + Math.max(0, chunks - withTerm + 0.5) / (withTerm + 0.5))
