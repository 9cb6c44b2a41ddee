import { matchEnd } from './match-end.ts'

/** The placeholders of values in a masked message. */
const VALUE = String.raw`(?:<\w+>|true|false|null|undefined|nil|none|nan)`

/**
 * Masked assertions that say only which values were compared: Chai's, Jest's, Node's, JUnit's and pytest's.
 */
const ASSERTIONS = [
  `expected ${VALUE} (?:not )?to (?:not )?(?:(?:be )?(?:above|below|at least|at most|greater than|less than|close to)|(?:be )?(?:deeply |strictly |loosely )?equal|be)(?: (?:[{[].*|${VALUE}))?(?: // .*)?`,
  String.raw`expect\((?:received)?\)(?:\.\w+)+\([^)'"]*\)(?: // .*)?`,
  String.raw`expected (?:values|"actual") .*\b(?:equal|to):?`,
  `not equal:?|expected: <\\w+>|assert ${VALUE} (?:[!=<>]{1,2}|is not|is|in|not in) ${VALUE}`,
].map((assertion) => new RegExp(`^(?:\\w*Error: )?(?:${assertion})`, 'i'))

const LABELLED = /(?:expected|received|actual)\b[\w ]*: (?:<\w+>|[a-z]{1,20}(?![a-z]))/iy
const COMPARED = new RegExp(`${VALUE}(?: [!=<>]{1,3} ${VALUE})?`, 'iy')
const SPACES = /\s*/y

/** True for a masked message that only says which values were compared. */
export const isBareAssertion = (message: string): boolean =>
  ASSERTIONS.some((assertion) => {
    const match = assertion.exec(message)
    return match !== null && isValuesOnly(message, match[0].length)
  })

/**
 * True if only values follow `start`. Each step consumes its text; a single regular expression
 * could match the same letters in several ways and would try all of them.
 */
function isValuesOnly(text: string, start: number): boolean {
  for (let position = start; ; ) {
    const word = matchEnd(SPACES, text, position) ?? position
    if (word === text.length) return true
    const next = matchEnd(LABELLED, text, word) ?? matchEnd(COMPARED, text, word)
    if (next === undefined) return false
    position = next
  }
}
