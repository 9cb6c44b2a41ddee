import type { Db, Dialect } from '../../../ground/store/portable.ts'
import type { WordQuery } from '../../../ground/store/portable-search.ts'
import { chunksWithWords } from '../../../ground/store/portable-search.ts'
import type { ExpandedTerm, Expansion } from './expand-terms.ts'
import { headingMark } from './marks.ts'
import type { ParsedQuery } from './parse-query.ts'
import { rarity } from './rarity.ts'

/** A term in more chunks is common: chunks are found by the other terms. */
const COMMON = 5_000
/** Terms whose chunks are read, of all words together. */
const MOST_LISTS = 120
/** A term in a heading says more about a chunk. */
const IN_HEADING = 1.5

/** What limits the candidates. */
export interface Bounds {
  /** Marks of which a chunk has at least one; see `marks.ts`. */
  within: string[]
  /** Set if filters leave only these chunks. */
  allowed: Set<number> | null
}

/**
 * The ids of the chunks that a ranking may put first: those with the rarest words of the query first, by how much of the
 * query they have. The caller still checks who may read them, and whether search shows them.
 */
export async function findCandidateChunks(
  db: Db,
  dialect: Dialect,
  query: ParsedQuery,
  { terms, chunks, frequency }: Expansion,
  { within, allowed }: Bounds,
): Promise<number[]> {
  const lists = listsOf(terms, frequency, chunks)
  if (lists.length === 0) return []
  const needed = query.needed.map((term) => [term])
  const queries = lists.map(
    ({ all }): WordQuery => ({ all: [within, ...all, ...needed], none: query.excluded }),
  )
  const { rows } = await chunksWithWords(dialect, queries, COMMON).execute(db)
  const scores = new Map<number, Map<string, number>>()
  for (const { place, ids } of rows) {
    const list = lists[place]
    if (!list) continue
    for (const id of JSON.parse(ids ?? '[]') as number[]) {
      if (allowed && !allowed.has(id)) continue
      const byWord = scores.get(id) ?? new Map<string, number>()
      scores.set(id, byWord.set(list.word, Math.max(byWord.get(list.word) ?? 0, list.score)))
    }
  }
  return [...scores]
    .map(([id, byWord]) => ({ id, score: sum(byWord.values()) * Math.sqrt(byWord.size) }))
    .sort((a, b) => b.score - a.score || a.id - b.id)
    .map(({ id }) => id)
}

interface List {
  word: string
  score: number
  all: string[][]
}

function listsOf(terms: ExpandedTerm[], frequency: Map<string, number>, chunks: number): List[] {
  const isCommon = (term: string) => (frequency.get(term) ?? 0) > COMMON
  const lists: List[] = []
  for (const { term: word, weight, alternatives } of terms)
    for (const { term, likeness } of alternatives) {
      const score = rarity(chunks, frequency.get(term) ?? 0) * weight * likeness
      lists.push({ word, score: score * IN_HEADING, all: [[headingMark(term)]] })
      if (!isCommon(term)) lists.push({ word, score, all: [[term]] })
    }
  const common = terms.filter(({ term, weight }) => weight > 0.5 && isCommon(term)).slice(0, 6)
  const [only] = common
  // A common word alone is all there is to find chunks by.
  if (only && terms.length === 1)
    lists.push({ word: only.term, score: rarity(chunks, frequency.get(only.term) ?? 0), all: [[only.term]] })
  // Common words find chunks in pairs.
  for (const [at, one] of common.entries())
    for (const other of common.slice(at + 1)) {
      const score = rarity(chunks, frequency.get(one.term) ?? 0) * one.weight
      lists.push({ word: one.term, score, all: [[one.term], [other.term]] })
    }
  return lists.sort((a, b) => b.score - a.score).slice(0, MOST_LISTS)
}

function sum(numbers: Iterable<number>): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}
