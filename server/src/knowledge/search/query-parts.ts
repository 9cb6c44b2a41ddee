import { isStopTerm } from './stop-words.ts'
import type { Word } from './terms.ts'

const CONJUNCTIONS: ReadonlySet<string> = new Set(['and', 'or'])
/** A question names at least two things: `and teardown` in `setup and teardown` is none. */
const LEAST_TERMS = 2
/** More are a list. */
const MOST_PARTS = 4

/** The telling terms of each question in a query that joins several by `and` or `or`; empty if it asks one. */
export function partsOf(words: Word[], isCode: (word: Word) => boolean): string[][] {
  const parts: Set<string>[] = [new Set()]
  for (const word of words) {
    const { terms } = word
    if (terms.length === 1 && CONJUNCTIONS.has(terms[0] as string) && !isCode(word)) parts.push(new Set())
    else for (const term of terms) if (!isStopTerm(term)) parts.at(-1)?.add(term)
  }
  const isSeveral =
    parts.length > 1 && parts.length <= MOST_PARTS && parts.every(({ size }) => size >= LEAST_TERMS)
  return isSeveral ? parts.map((part) => [...part]) : []
}
