/** Chunks, the best first. */
export type RankedChunks = { id: number; documentId: number; score: number }[]

/** The places that the second chunk of a document loses. Values from 3 to 6 have the same MRR in `bench/knowledge`. */
const LOST_PLACES = 5
/** A chunk loses no place if it has this share of the words that its document has in headings first. */
const NEW_SHARE = 1 / 3

/**
 * No document crowds the others out: its second chunk loses 5 places, its third 20, its fourth 45. A chunk loses fewer if
 * its title and headings have words of the query that earlier chunks of its document lack there: it answers another part.
 * `inHeadings` has for each chunk how much of each word its headings have.
 */
export function spreadDocuments(
  ranked: RankedChunks,
  inHeadings: ReadonlyMap<number, number[]>,
): RankedChunks {
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
