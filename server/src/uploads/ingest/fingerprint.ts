import { hash } from 'node:crypto'
import { type Failure, withoutControls } from '@svc/protocol'
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

/** Systems assign ports from this number on at random. */
const FIRST_CHANCE_PORT = 32_768

/** Nothing that can be searched for. */
const ANY: readonly string[] = []

/** Digits to keep, hidden from the masks as private-use characters. */
const KEEP = 0xe000
const hide = (text: string) => text.replace(/\d/g, (digit) => String.fromCharCode(KEEP + digit.charCodeAt(0)))
const show = (text: string) =>
  text.replace(/[\ue030-\ue039]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - KEEP))

/**
 * A replacement, with what a text has to contain for it, in lower case: most texts have little of it, and a search takes
 * a tenth of the expression's time.
 */
type Step = [needs: readonly string[], replace: (text: string) => string]

function replaced(text: string, steps: readonly Step[]): string {
  let all = text
  let lower = text.toLowerCase()
  for (const [needs, replace] of steps) {
    if (needs !== ANY && !hasOneOf(lower, needs)) continue
    const next = replace(all)
    if (next === all) continue
    all = next
    lower = next.toLowerCase()
  }
  return all
}

function hasOneOf(text: string, needs: readonly string[]): boolean {
  for (const need of needs) if (text.includes(need)) return true
  return false
}

/** The digits of each match, or of its group, stay if they identify the failure rather than an instance of it. */
const TELLING: Step[] = [
  [
    ['status', 'http', 'code', 'exit', 'errno', 'signal'],
    (text) =>
      text.replace(
        /\b(?:status(?: ?code)?|HTTP(?:\/[\d.]+)?|code|exit(?:ed)?(?: with)?(?: code)?|errno|signal)[ :=]+-?\d{1,3}\b/gi,
        hide,
      ),
  ],
  [ANY, (text) => text.replace(/\b[45]\d\d (?=[A-Z(])/g, hide)],
  [
    [':'],
    (text) =>
      text.replace(/\bE[A-Z]{4,} \S*:(\d{1,5})\b/g, (found, port) =>
        Number(port) < FIRST_CHANCE_PORT ? found.slice(0, -port.length) + hide(port) : found,
      ),
  ],
]

const to = (pattern: RegExp, by: string) => (text: string) => text.replace(pattern, by)

/** The parts that differ between two occurrences of one error, with the words that replace them. */
const MASKS: Step[] = [
  [['-'], to(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, '<id>')],
  [[':'], to(/\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:?\d{2})?/g, '<time>')],
  [
    [':'],
    to(
      /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? [\w ]{6,14} \d{2}:\d{2}:\d{2}(?: GMT(?:[+-]\d{4})?(?: \([^)\n]{0,60}\))?)?/g,
      '<time>',
    ),
  ],
  [['://'], to(/\b(?:https?|wss?):\/\/[^\s"'`)]+/g, '<address>')],
  // Absolute paths only: relative paths are names of imports or routes.
  [['/', '\\'], to(/(?<![\w.)\]}])(?:[a-z]:)?(?:[\\/][\w.@~+-]+){2,}(?::\d+)*/gi, '<path>')],
  [ANY, to(/\b(?=[a-z]*\d)[0-9a-f]{8,}\b/gi, '<id>')],
  [['0x'], to(/0x[0-9a-f]+/gi, '<number>')],
  [
    ANY,
    // The lookbehind prevents retries of a shorter word at each of its letters.
    (text) =>
      text.replace(/(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{12,}/g, (word) => (isRandom(word) ? '<id>' : word)),
  ],
  [ANY, to(/\d+(?:[.,_]\d+)*/g, '<number>')],
]

/**
 * A text with numbers, ids, times, addresses and paths masked, except the numbers that identify the failure.
 */
const maskValues = (text: string): string => show(replaced(replaced(text, TELLING), MASKS))

/** Words do not alternate between letters and digits. */
const isRandom = (word: string) => (word.match(/\d+/g)?.length ?? 0) >= 3

/** The start of an error identifies it; the rest of a long one is data. */
const LOOKED_AT = 4_000
/** The number of nested causes, and of members of an aggregate error, that are read. */
const MOST_CAUSES = 4

/**
 * The number of characters of each message that are read once all messages of one body reach that total. A
 * run in which everything fails at such length needs no distinction of all errors, and each takes some 50 ns.
 */
const LOOKED_AT_LATER = 400
const LATER = 4 * 1024 * 1024

/** Fingerprints of the errors of one body. */
export class Fingerprints {
  #looked = 0

  of(failure: Failure): string {
    const most = this.#looked < LATER ? LOOKED_AT : LOOKED_AT_LATER
    for (const { message } of failureChain(failure)) this.#looked += Math.min(message.length, most)
    return fingerprint(failure, most)
  }
}

/**
 * Equal for two errors that differ only in values: class, message and causes with values masked, and the top
 * frame of the project's own code. A bare assertion also has that frame's line, because only the line
 * distinguishes it from the next assertion of its file. 16 hex digits.
 */
export function fingerprint(failure: Failure, lookedAt = LOOKED_AT): string {
  const messages = failureChain(failure).map(({ message }) => mask(message.slice(0, lookedAt)))
  const place = messages.some((message) => SURROUNDINGS.test(message)) ? '' : errorPlaceOf(failure, messages)
  return hash('sha256', JSON.stringify([failure.name ?? '', ...messages, place])).slice(0, 16)
}

const failureChain = (failure: Failure): Failure[] => [failure, ...causesOf(failure)]

/** "fetch failed" says nothing; its cause does. */
function causesOf({ cause, errors = [] }: Failure): Failure[] {
  const causes = [...(cause ? [cause] : []), ...errors]
  return [...causes, ...causes.flatMap(causesOf)].slice(0, MOST_CAUSES)
}

/** An outage affects any code: one cause in many places. */
const SURROUNDINGS = new RegExp(
  [
    String.raw`\bE(?:CONN(?:REFUSED|RESET|ABORTED)|TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH|NETUNREACH|ADDRINUSE|MFILE|NOSPC)\b`,
    String.raw`\b(?:net::ERR_|NS_ERROR_)[A-Z_]+`,
    'socket hang up|other side closed|certificate has expired|heap out of memory',
    '(?:page|context|browser) has been closed|Target closed|[Pp]age crashed|Executable doesn.t exist',
  ].join('|'),
)

const mask = (message: string): string => maskValues(assertedOnly(withoutControls(message)))

/** Removes the values of an assertion's message and keeps the assertion. */
const assertedOnly = (message: string): string => replaced(message, ASSERTED).trim()

/**
 * Each takes time in proportion to the text; a function replaces a regular expression that would
 * backtrack.
 */
const ASSERTED: Step[] = [
  // Playwright's log: the number of attempts and the state of the page differ between runs.
  [['call log:'], waitedFor],
  [['call log:'], to(/^[ \t]*Call log:[ \t]*\n[ \t]*- (Timeout .* exceeded .*)(?:\n[\s\S]*)?$/im, '$1')],
  [['call log:'], to(/^[ \t]*Call log:[\s\S]*$/im, '')],
  [['strict mode violation: '], withoutElements],
  // A diff, up to its end, because its unchanged lines are data as well.
  [['received'], to(/^-\s*Expected\b.*\n\+\s*Received\b.*(?:\n(?:[-+@\s].*)?)*/gm, '<diff>\n')],
  [['+ actual - expected'], to(/^\+ actual - expected.*(?:\n(?:[-+@\s.].*)?)*/gm, '<diff>\n')],
  [['- ', '+ '], to(/^[ \t]*[-+] .*$/gm, '<diff>')],
  [['<diff>'], to(/(?:<diff>\s*)+/g, '<diff>\n')],
  // "Expected: 12", or values on separate lines.
  [
    ['received', 'actual'],
    to(/^([ \t]*(?:received|actual)\b[\w ]*:)(?:\n[ \t]+.*|.*)(?:\n[ \t]+.*)*/gim, '$1 <value>'),
  ],
  [
    ['expected'],
    (text) =>
      text.replace(
        /^([ \t]*expected\b[\w ]*:)((?:\n[ \t]+.*|.*)(?:\n[ \t]+.*)*)/gim,
        (_, words, value) => `${words} ${kindOf(value.trim())}`,
      ),
  ],
  // The phrases of Chai.
  [
    ['expected '],
    to(/^expected (?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[\s\S]*?) (to|not to) /, 'expected <value> $1 '),
  ],
  [
    [' to '],
    to(
      /( to (?:not )?(?:be|(?:deeply |strictly |loosely )?equal|include|contain|match)) (?=['"[{])[\s\S]*?(?= \/\/ |$)/,
      '$1 <value>',
    ),
  ],
  [['unexpected '], withoutJson],
]

const STRICT = 'strict mode violation: '

function waitedFor(text: string): string {
  const log = /^[ \t]*Call log:[ \t]*\n/im.exec(text)
  const waiting = log && /^[ \t]*- waiting for (.*)/im.exec(text.slice(log.index + log[0].length))
  return waiting ? `${text.slice(0, log.index)}waiting for ${waiting[1]}` : text
}

function withoutElements(text: string): string {
  for (let position = text.indexOf(STRICT); position !== -1; ) {
    const newline = text.indexOf('\n', position)
    const line = text.slice(position, newline === -1 ? undefined : newline)
    const last = [...line.matchAll(/ resolved to \d+ elements:/g)].at(-1)
    if (last) return text.slice(0, position + last.index)
    position = newline === -1 ? -1 : text.indexOf(STRICT, newline)
  }
  return text
}

function withoutJson(text: string): string {
  const begin = /Unexpected (?:token|non-whitespace|end of JSON)/.exec(text)
  const rest = begin && /^[\s\S]*JSON\b[^\n]*/.exec(text.slice(begin.index + begin[0].length))
  return rest
    ? `${text.slice(0, begin.index)}not valid JSON${text.slice(begin.index + begin[0].length + rest[0].length)}`
    : text
}

/** Words such as `visible` and `true` name the expectation; other values reduce to their kind. */
function kindOf(value: string): string {
  if (/^[a-z]{1,20}$/i.test(value)) return value
  if (/^['"`]/.test(value)) return '<text>'
  return /^[-\d]/.test(value) ? '<number>' : '<value>'
}

function errorPlaceOf(failure: Failure, messages: string[]): string {
  const isBare = messages.length === 1 && isBareAssertion(messages[0] as string)
  const frame = ownFrame(failure.stack)
  if (!isBare) return frame?.place ?? ''
  if (frame) return `${frame.place}:${frame.line}`
  return failure.location ? `@${lastOf(failure.location.file)}:${failure.location.line}` : ''
}

const FRAME = /^\s*at (?:(.*?) \()?((?:[a-z]:)?[^():\n]+):(\d+):\d+\)?$/i

function ownFrame(stack: string | undefined): { place: string; line: string } | null {
  for (const line of stack?.split('\n') ?? []) {
    const frame = FRAME.exec(line)
    const file = frame?.[2]
    if (!frame || !file || /node_modules|^node:|^internal\//.test(file)) continue
    return { place: `${frame[1] ?? ''}@${lastOf(file)}`, line: frame[3] as string }
  }
  return null
}

/** A file without the parts that differ from machine to machine. */
const lastOf = (file: string) => file.split(/[\\/]/).slice(-2).join('/')

/** True for a masked message that only says which values were compared. */
const isBareAssertion = (message: string): boolean =>
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
