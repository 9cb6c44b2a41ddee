import { Problem } from '../../../ground/kernel/problem.ts'
import { meaningsOf } from './phrases.ts'
import { stem } from './stem.ts'
import { isStopTerm } from './stop-words.ts'
import { fold, isLoneCharacter, type Word, wordsOf } from './terms.ts'

/** A word of a query. */
export interface QueryTerm {
  term: string
  /** In lower case, as typed: an identifier in the text may have exactly this form. */
  typed: string
  weight: number
  /** True for an identifier as one term, besides its parts. */
  isWhole: boolean
  /** True for a part of an identifier, and for a word in code: both of `Cypress.dom`. */
  isPart: boolean
  /** Terms that documents use for the phrase around this word: `login` for `sign` in `sign in`. */
  meanings: string[]
  /** This word and its neighbour as one: `cleanup` for `clean` and for `up` in `clean up`. */
  joined: string[]
}

export interface ParsedQuery {
  /** Distinct, in the order of the query. */
  terms: QueryTerm[]
  /** Terms in their order, without words that say little: neighbours should be neighbours in the text. */
  sequence: string[]
  /** Terms of each question, if the query asks several: `set a cookie and clear local storage`. Otherwise empty. */
  parts: string[][]
  /** Folded texts that a chunk must contain. */
  phrases: string[]
  /** Terms of those phrases. */
  needed: string[]
  /** Terms that a chunk must not contain. */
  excluded: string[]
  /** Folded texts of several terms that a chunk must not contain. */
  excludedPhrases: string[]
  /** Parts of the path and of the title that a document must have. */
  paths: string[]
  titles: string[]
}

/** Words of a query that count; later ones are ignored. */
const MOST_TERMS = 32
/** Places of words in their order: each chunk is searched for each pair of neighbours. */
const MOST_IN_SEQUENCE = 64
const MOST_FILTERS = 8
const STOP_WEIGHT = 0.1
const PART_WEIGHT = 0.5

/**
 * Reads a query: words, "exact phrases", -excluded words, path: and title: filters. Anything else is text, whatever
 * operators a database has. Throws INVALID_REQUEST if there is nothing to search for.
 */
export function parseQuery(query: string): ParsedQuery {
  const phrases: string[] = []
  const excluded: string[] = []
  const excludedPhrases: string[] = []
  const filters: Record<string, string[]> = { path: [], title: [] }
  const rest = query
    .replaceAll('\0', ' ')
    .toWellFormed()
    .replace(PIECES, (piece, prefix: string | undefined, quoted: string | undefined, word = '') => {
      const text = quoted ?? word
      const words = wordsOf(text)
      if (words.length === 0) return ' '
      const [whole = '', ...others] = words.flatMap(wholeOf)
      const isTerm = others.length === 0 && !isLoneCharacter(whole)
      if (prefix === '-' && isTerm) excluded.push(whole)
      else if (prefix === '-') excludedPhrases.push(text)
      else if (prefix !== undefined) filters[prefix.slice(0, -1).toLowerCase()]?.push(text.trim())
      else if (quoted === undefined) return piece
      else phrases.push(quoted)
      return prefix === undefined ? ` ${text} ` : ' '
    })
  const parsed = {
    ...readTerms(rest),
    phrases: phrases.slice(0, MOST_FILTERS).map(foldPhrase),
    needed: distinct(
      phrases
        .slice(0, MOST_FILTERS)
        .flatMap((text) => wordsOf(text).flatMap(wholeOf))
        .filter((term) => !isLoneCharacter(term)),
    ),
    excluded: distinct(excluded),
    excludedPhrases: excludedPhrases.slice(0, MOST_FILTERS).map(foldPhrase),
    paths: (filters.path ?? []).slice(0, MOST_FILTERS),
    titles: (filters.title ?? []).slice(0, MOST_FILTERS),
  }
  if (parsed.terms.length === 0 && parsed.paths.length === 0 && parsed.titles.length === 0)
    throw new Problem(
      'INVALID_REQUEST',
      'query takes at least one letter or digit to search for, besides words to exclude.',
    )
  return parsed
}

/** A filter, a phrase, an excluded word or a word. `-1` and `-rf` exclude nothing: they are text. */
const PIECES = /(-(?=["\p{L}])(?![a-z]{1,2}(?!\p{L}))|path:|title:)?(?:"([^"]*)"|([^\s"]+))/giu

/** Of an identifier only the whole, because its parts are in many chunks. */
const wholeOf = ({ terms, hasWhole }: Word): string[] => (hasWhole ? terms.slice(-1) : terms)

const distinct = (terms: string[]) => [...new Set(terms)].slice(0, MOST_TERMS)

function readTerms(text: string): Pick<ParsedQuery, 'terms' | 'sequence' | 'parts'> {
  const words = wordsOf(text)
  const parts = partsOf(words, (word) => isInCode(text, word))
  const isAllStop = words.every(({ terms }) => terms.every(isStopTerm))
  const terms = new Map<string, QueryTerm>()
  const sequence: string[] = []
  for (const word of words) {
    const isCompound = word.hasWhole
    const typed = fold(text.slice(word.start, word.end))
    const isCode = isInCode(text, word)
    for (const [at, term] of word.terms.entries()) {
      const isWhole = isCompound && at === word.terms.length - 1
      // `only` tells `--only-changed` from other options.
      const isStop = isStopTerm(term) && (isCompound || !isCode)
      if (!isWhole && (isAllStop || !isStop) && sequence.length < MOST_IN_SEQUENCE) sequence.push(term)
      if (terms.has(term)) continue
      if (terms.size === MOST_TERMS) return { terms: [...terms.values()], sequence, parts }
      const base = isStop && !isAllStop ? STOP_WEIGHT : 1
      const weight = isWhole ? 1 : isCompound ? base * PART_WEIGHT : base
      terms.set(term, {
        term,
        typed: isCompound ? term : typed,
        weight,
        isWhole,
        isPart: (isCompound && !isWhole) || isCode,
        meanings: [],
        joined: [],
      })
    }
  }
  addMeanings(terms, words)
  addJoined(terms, words, text)
  return { terms: [...terms.values()], sequence, parts }
}

/** Joined to its neighbours by signs that sentences do not have: `--ci-build-id`, `before:launch`, `cy.click()`. */
const isInCode = (text: string, { start, end }: Word): boolean =>
  CODE_BEFORE.test(text.slice(Math.max(0, start - 2), start)) ||
  endsInOption(text.slice(Math.max(0, start - LONGEST_OPTION), start)) ||
  CODE_AFTER.test(text.slice(end, end + 2))

const CODE_BEFORE = /[\p{L}\p{N})][.:#]$|[$@<]$/u
const CODE_AFTER = /^(?:[.:#][\p{L}\p{N}_$]|[([=]|=>)/u

const LONGEST_OPTION = 64
const OPTION_WORDS = /^(?:[\p{L}\p{N}]+-)*$/u

/** Whether a text ends inside the name of an option, as `--ci-build-` does. A dash between words is none. */
function endsInOption(text: string): boolean {
  const dashes = text.lastIndexOf('--')
  return (
    dashes >= 0 && !/[\p{L}\p{N}]$/u.test(text.slice(0, dashes)) && OPTION_WORDS.test(text.slice(dashes + 2))
  )
}

function addMeanings(terms: Map<string, QueryTerm>, words: Word[]): void {
  const flat = words.flatMap(({ terms: [term, ...others] }) =>
    others.length > 0 ? ['\0'] : [term as string],
  )
  for (const { at, meanings } of meaningsOf(flat)) {
    const carrier = terms.get(flat[at] as string)
    if (carrier) carrier.meanings = [...new Set([...carrier.meanings, ...meanings])]
  }
}

/** A text may write two words as one: `sessionStorage` for `session storage`, `cleanup` for `clean up`. */
function addJoined(terms: Map<string, QueryTerm>, words: Word[], text: string): void {
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    if (!next || word.hasWhole || next.hasWhole || !/^[ -]$/.test(text.slice(word.end, next.start))) continue
    const [first, second] = [word, next].map(({ terms: [term] }) => terms.get(term as string))
    // `with in` is not `within`.
    if (!first || !second || first.weight <= STOP_WEIGHT) continue
    const joined = fold(text.slice(word.start, word.end) + text.slice(next.start, next.end))
    for (const one of [first, second])
      if (one.weight > STOP_WEIGHT) one.joined = [...new Set([...one.joined, joined, stem(joined)])]
  }
}

/** Case, accents and line breaks do not matter in a phrase. */
export const foldPhrase = (text: string): string => fold(text).replace(/\s+/g, ' ').trim()

const CONJUNCTIONS: ReadonlySet<string> = new Set(['and', 'or'])
/** A question names at least two things: `and teardown` in `setup and teardown` is none. */
const LEAST_TERMS = 2
/** More are a list. */
const MOST_PARTS = 4

/** The telling terms of each question in a query that joins several by `and` or `or`; empty if it asks one. */
function partsOf(words: Word[], isCode: (word: Word) => boolean): string[][] {
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
