import type { FailureWords } from '../failure-words.ts'
import { isErrorTerm, isOfRunner } from './error-words.ts'
import type { Expansion } from './expand-terms.ts'
import { FIELDS, type Field } from './fields.ts'
import { rarity } from './rarity.ts'
import { termsOf, wordsOf } from './terms.ts'

/** A word is rare in so few chunks, and in this share of all. */
const FEW = 3
const RARE_SHARE = 0.02
/** Of what a message says, and of what titles say. */
const MESSAGE_SHARE = 0.6
const TITLE_SHARE = 0.75
const LEAST_WORDS = 2

/** The fields that say what a whole section is about. */
const SUBJECT = new Set<Field>(['title', 'heading', 'ancestors', 'path', 'summary'])

/**
 * Returns the words that a chunk (`chunk_search.words`) shares with a failure if it may be about it; else none. It may
 * be if it names a file of the failure or a rare identifier of its error, or has most of what a message says, or most
 * of what the titles say and one of their words in a heading; one of these words is rare. Synonyms do not count.
 */
export function sharedWords(
  failure: FailureWords,
  { chunks, frequency }: Pick<Expansion, 'chunks' | 'frequency'>,
): (words: string) => string[] {
  const often = (term: string) => frequency.get(term) ?? 0
  const isRare = (term: string) => often(term) <= Math.max(FEW, chunks * RARE_SHARE)
  // A word that no chunk has says as much as one that a single chunk has.
  const says = (term: string) => rarity(chunks, Math.max(1, often(term)))
  const share = (found: Iterable<string>, all: Iterable<string>) => sumOf(found, says) / sumOf(all, says)
  const { messages, titles, files } = failure
  const identifiers = identifiersOf([...messages, failure.function].join(' ')).filter(([term]) =>
    isRare(term),
  )
  const paths = files
    .filter((file) => file.includes('/'))
    .map((file) => [termsOf(file).join(' '), file] as const)
  const telling = messages.map(tellingWords)
  const ofTitles = tellingWords(titles.join(' '))

  return (words) => {
    const lines = words.split('\n').map((line) => ` ${line} `)
    const has = (term: string) => lines.some((line) => line.includes(` ${term} `))
    const isSubject = (term: string) =>
      FIELDS.some((field, at) => SUBJECT.has(field) && lines[at]?.includes(` ${term} `))
    const foundOf = (wanted: Map<string, string>, least: number) => {
      const found = [...wanted].filter(([term]) => has(term))
      const terms = found.map(([term]) => term)
      const isEnough =
        found.length >= LEAST_WORDS && terms.some(isRare) && share(terms, wanted.keys()) >= least
      return isEnough ? found : []
    }
    const byTitles = foundOf(ofTitles, TITLE_SHARE)
    const shared = [
      ...[...paths, ...identifiers].filter(([term]) => has(term)),
      ...telling.flatMap((wanted) => foundOf(wanted, MESSAGE_SHARE)),
      ...(byTitles.some(([term]) => isSubject(term)) ? byTitles : []),
    ]
    return [...new Set(shared.map(([, typed]) => typed))]
  }
}

/** The words that say what failed: their terms, and as written. */
function tellingWords(text: string): Map<string, string> {
  const telling = new Map<string, string>()
  for (const { terms, hasWhole, start, end } of wordsOf(text)) {
    const typed = text.slice(start, end)
    if (isOfRunner(typed)) continue
    for (const term of hasWhole ? terms.slice(0, -1) : terms)
      if (!isErrorTerm(term) && !telling.has(term))
        telling.set(term, hasWhole || terms.length === 1 ? typed : term)
  }
  return telling
}

/** Names of several parts, and codes in capitals: `roundToCents`, `E_LOCKED`, `ECONNREFUSED`. */
function identifiersOf(text: string): [term: string, typed: string][] {
  return wordsOf(text).flatMap(({ terms, hasWhole, start, end }): [string, string][] => {
    const typed = text.slice(start, end)
    const isName = (hasWhole || /^[A-Z]{5,}$/.test(typed)) && !isOfRunner(typed)
    return isName ? [[terms.at(-1) as string, typed]] : []
  })
}

function sumOf(terms: Iterable<string>, says: (term: string) => number): number {
  let sum = 0
  for (const term of terms) sum += says(term)
  return sum
}
