/** The minimum share of common trigrams at which a name is plausibly a typing error. */
const SIMILAR = 0.25

/**
 * The candidates whose names are most similar to `wanted`, best first; none if nothing is similar.
 * Pass only candidates that the caller may see.
 */
export function nearMatches<T>(
  wanted: string,
  candidates: readonly T[],
  namesOf: (candidate: T) => readonly string[],
  most = 5,
): T[] {
  const target = trigramsOf(wanted)
  return candidates
    .map((candidate) => ({
      candidate,
      score: Math.max(0, ...namesOf(candidate).map((name) => similarity(target, trigramsOf(name)))),
    }))
    .filter(({ score }) => score >= SIMILAR)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ candidate }) => candidate)
}

/** Longer names are compared by their first characters. */
const COMPARED = 300

function trigramsOf(name: string): Set<string> {
  const text = `  ${name.slice(0, COMPARED).normalize('NFKC').toLowerCase()} `
  const trigrams = new Set<string>()
  for (let index = 0; index + 3 <= text.length; index++) trigrams.add(text.slice(index, index + 3))
  return trigrams
}

/** Dice's coefficient: 1 for equal sets, 0 for sets without a common trigram. */
function similarity(one: Set<string>, other: Set<string>): number {
  let common = 0
  for (const trigram of one) if (other.has(trigram)) common++
  return (2 * common) / (one.size + other.size)
}
