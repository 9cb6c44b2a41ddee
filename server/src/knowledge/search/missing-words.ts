import type { QueryTerm } from './parse-query.ts'
import { isStopTerm } from './stop-words.ts'
import { wordsOf } from './terms.ts'

/** Words that an answer lists. */
const MOST = 5

/**
 * The words of a query, as typed, that none of these chunks has, although their parts, synonyms or words written alike
 * found them. Only chunks that the caller may read count, so that nobody learns the words of others.
 */
export function missingWords(text: string, terms: QueryTerm[], chunks: { words: string }[]): string[] {
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
