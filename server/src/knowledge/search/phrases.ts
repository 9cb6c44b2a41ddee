import { EVERYDAY_PHRASES } from './everyday-phrases.ts'
import { stem } from './stem.ts'
import { isStopTerm } from './stop-words.ts'

interface Phrase {
  terms: string[]
  meanings: string[]
}

const PHRASES_BY_FIRST: ReadonlyMap<string, Phrase[]> = readPhrases(EVERYDAY_PHRASES)

/**
 * What the phrases among these terms mean: for each, the place of the word that carries it, and the terms that documents
 * use. The longest phrase counts.
 */
export function meaningsOf(terms: string[]): { at: number; meanings: string[] }[] {
  const found: { at: number; meanings: string[] }[] = []
  for (let start = 0; start < terms.length; start++) {
    const phrase = PHRASES_BY_FIRST.get(terms[start] as string)?.find(({ terms: wanted }) =>
      wanted.every((term, at) => terms[start + at] === term),
    )
    if (!phrase) continue
    const carrier = phrase.terms.findLastIndex((term) => !isStopTerm(term))
    found.push({ at: start + Math.max(0, carrier), meanings: phrase.meanings })
    start += phrase.terms.length - 1
  }
  return found
}

function readPhrases(text: string): Map<string, Phrase[]> {
  const byFirst = new Map<string, Phrase[]>()
  for (const line of text.trim().split('\n')) {
    const [phrases = '', words = ''] = line.split(': ')
    const meanings = [...new Set(words.split(/[ -]/).map(stem))]
    for (const phrase of phrases.split(', ')) {
      const terms = phrase.split(' ').map(stem)
      const first = terms[0] as string
      byFirst.set(
        first,
        [...(byFirst.get(first) ?? []), { terms, meanings }].sort((a, b) => b.terms.length - a.terms.length),
      )
    }
  }
  return byFirst
}
