import { normalized } from '../../../ground/kernel/normalized.ts'
import { stem } from './stem.ts'

/** Incremented when `fieldTerms` changes: chunks indexed by another version are indexed again. */
export const ANALYZER = 3

/** A longer word is cut: no one searches for a base64 text. */
const LONGEST_TERM = 40

/** A word of a text, and where it was. */
export interface Word {
  /** As in the index. */
  terms: string[]
  /** True for an identifier of several parts: its last term is all parts together. */
  hasWhole: boolean
  start: number
  end: number
}

/** The terms of a text, in its order: folded and stemmed words, parts of identifiers, pairs of CJK characters. */
export function termsOf(text: string): string[] {
  const terms: string[] = []
  for (const { 0: word } of text.matchAll(WORDS)) pushTerms(word, terms)
  return terms
}

/** The same, with the place of each word in the text. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(WORDS)) {
    const terms: string[] = []
    const hasWhole = pushTerms(match[0], terms)
    if (terms.length > 0)
      words.push({ terms, hasWhole, start: match.index, end: match.index + match[0].length })
  }
  return words
}

/** Letters, digits, marks and underscores; an apostrophe between letters belongs to the word. */
const WORDS = /[\p{L}\p{N}\p{M}_]+(?:['’]\p{L}+)*/gu

/** Scripts without spaces between words, and Korean with its particles: pairs of characters are their terms. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー々〆]+/gu

/** Parts of an identifier: `HTTPServer2` has HTTP, Server and 2. */
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}\p{M}]+|\p{N}+|\p{L}+/gu

/** Returns true if the last term is a whole identifier. */
function pushTerms(word: string, terms: string[]): boolean {
  if (LOWER.test(word)) {
    terms.push(stem(word.slice(0, LONGEST_TERM)))
    return false
  }
  const composed = normalized(word, 'NFKC').replace(/['’]/g, '')
  let at = 0
  for (const unspaced of composed.matchAll(UNSPACED)) {
    pushParts(composed.slice(at, unspaced.index), terms)
    pushPairs(unspaced[0], terms)
    at = unspaced.index + unspaced[0].length
  }
  return pushParts(composed.slice(at), terms) && at === 0
}

const LOWER = /^[a-z]+$/

/** The parts of an identifier, and the identifier as one term: `toHaveCount`, `TO_HAVE_COUNT` and `tohavecount` share it. */
function pushParts(word: string, terms: string[]): boolean {
  const parts = word.match(PARTS)
  if (!parts) return false
  for (const part of parts) terms.push(stem(fold(part).slice(0, LONGEST_TERM)))
  if (parts.length === 1) return false
  terms.push(wholeOf(parts.join('')))
  return true
}

/** Not stemmed: `toRefs` and `toRef` are two functions. */
const wholeOf = (identifier: string) => fold(identifier).slice(0, LONGEST_TERM)

function pushPairs(text: string, terms: string[]): void {
  const characters = [...fold(text)]
  if (characters.length === 1) terms.push(characters[0] as string)
  for (let i = 1; i < characters.length; i++) terms.push(`${characters[i - 1]}${characters[i]}`)
}

/** A character of a script without spaces, which texts have in pairs only. */
export const isLoneCharacter = (term: string): boolean => LONE.test(term)

const LONE = new RegExp(`^${UNSPACED.source.replace(/\+$/, '')}$`, 'u')

/** Lower case without accents: `Müller` and `muller` are one, `Straße` and `strasse` too. */
export const fold = (text: string): string =>
  ASCII.test(text)
    ? text.toLowerCase()
    : normalized(normalized(text, 'NFKD').replace(/[\u0300-\u036f]/g, ''), 'NFKC')
        .toLowerCase()
        .replaceAll('ß', 'ss')

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
const ASCII = /^[\u0000-\u007f]*$/
