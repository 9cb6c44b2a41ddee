import { lazily } from '../../../ground/kernel/lazily.ts'
import type { FailureWords } from '../failure-words.ts'
import type { Expansion } from './expand-terms.ts'
import { FIELDS, type Field } from './fields.ts'
import { rarity } from './rarity.ts'
import { stem } from './stem.ts'
import { isStopTerm } from './stop-words.ts'
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
 * of what the titles say and one of their words in a heading; one of these words is rare. A word of the titles in a
 * heading is enough for a chunk that names the file that the test is named after. Synonyms do not count.
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
  const sources = files.flatMap(sourceOf)
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
    const bySource = sources.filter(([term]) => has(term))
    const ofSubject = [...ofTitles].filter(([term]) => isSubject(term))
    const shared = [
      ...[...paths, ...identifiers].filter(([term]) => has(term)),
      ...telling.flatMap((wanted) => foundOf(wanted, MESSAGE_SHARE)),
      ...(byTitles.some(([term]) => isSubject(term)) ? byTitles : []),
      ...(bySource.length > 0 && ofSubject.length > 0 ? [...bySource, ...ofSubject] : []),
    ]
    return [...new Set(shared.map(([, typed]) => typed))]
  }
}

/** The file that a test file is named after: `price.ts` of `price.test.ts`, `test_price.py` and `PriceTest.java` alike. */
function sourceOf(file: string): [terms: string, name: string][] {
  const name = file.split('/').at(-1) ?? ''
  const source = name.replace(TEST_MARK, '')
  const terms = termsOf(source)
  return source === name || terms.slice(0, -1).every(isErrorTerm) ? [] : [[terms.join(' '), source]]
}

const TEST_MARK =
  /^test[_-]|[._-](?:tests?|specs?|e2e|cy)(?=\.\w{1,5}$)|(?<=[\da-z])(?:Tests?|Spec|IT)(?=\.\w{1,5}$)/

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

/**
 * Words that errors and titles of tests of any kind have. They say how something failed, not what, so they relate no
 * document to a failure: `fetch failed` is in the documents of most projects.
 */
const WORDS = `abort aborted actual actually allow allowed argument arguments array assert assertion async
attempt attempts await browser call callback called calls cannot case catch caught cause check click close
closed compare connect connection contain contains context correct correctly create created deep deeply default
define defined describe detached differ difference different dist display displayed does duration element
elements empty end error errors event example exceed exceeded exception exist exists expect expectation
expected expects exit fail failed failing fails failure false fetch fetching file files fill find finish first
fixture found function given handle handled hidden hook import index instance invalid iterable last length lib
load loaded loads locate locator log main match matcher matches matching message method mismatch mismatched
missing module modules name navigate navigation network new next node null object obsolete occurred occurs old
open opened operation option options output page parse parsing pass passed passes pending process promise
properties property reach read reading received reject rejected render rendered renders request require resolve
resolved response result results retry return returned returns root run runs running same save screenshot
select selector send set should show shown shows snapshot snapshots source spec src stable start started status
step stop strict string success suite support symbol sync syntax take takes target test tests thing throw
thrown throws time timed timeout times total true type typeof undefined unexpected unhandled unknown unstable
update updated value values violation visible wait waiting waits work worker works write written wrong`

const terms = lazily(() => new Set(WORDS.split(/\s+/).map(stem)))

/** Matchers, queries and mocks of test runners, and the error classes of the language. */
const OF_RUNNERS =
  /^(?:to[A-Z]|(?:get|query|find)(?:All)?By[A-Z]|(?:before|after)(?:All|Each)$|(?:Aggregate|Assertion|Eval|Range|Reference|Syntax|Test|Timeout|Type|URI)+Error$|waitFor|Object$|Proxy$)/

/** Whether a term says only how something failed. */
const isErrorTerm = (term: string): boolean =>
  isStopTerm(term) || terms().has(term) || /^(?:[a-z]{1,2}|\d+)$/.test(term)

/** Whether a name, as written, belongs to a test runner or to the language. */
const isOfRunner = (name: string): boolean => OF_RUNNERS.test(name)
