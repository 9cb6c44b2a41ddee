import { hash } from 'node:crypto'
import { stripVTControlCharacters } from 'node:util'
import type { Failure } from '@svc/protocol'
import { maskValues } from './mask-values.ts'

/** What an error says is in its beginning; the rest of a long one is data. */
const LOOKED_AT = 4_000
/** `cause` of `cause`, and members of an aggregate error, that are looked at. */
const MOST_CAUSES = 4

/**
 * The same for two errors that differ only in values: class, message and causes with values masked, and the
 * top frame of the project's own code. A bare assertion has the line of that frame too, since nothing else tells it
 * from the next one of its file. 16 hex digits.
 */
export function fingerprint(failure: Failure): string {
  const messages = [failure, ...causesOf(failure)].map(({ message }) => mask(message))
  const place = messages.some((message) => SURROUNDINGS.test(message)) ? '' : placeOf(failure, messages)
  return hash('sha256', JSON.stringify([failure.name ?? '', ...messages, place])).slice(0, 16)
}

/** "fetch failed" says nothing; what it was caused by does. */
function causesOf({ cause, errors = [] }: Failure): Failure[] {
  const causes = [...(cause ? [cause] : []), ...errors]
  return [...causes, ...causes.flatMap(causesOf)].slice(0, MOST_CAUSES)
}

/** What breaks around the code breaks wherever the code happens to be: one cause in many places. */
const SURROUNDINGS = new RegExp(
  [
    String.raw`\bE(?:CONN(?:REFUSED|RESET|ABORTED)|TIMEDOUT|NOTFOUND|AI_AGAIN|PIPE|HOSTUNREACH|NETUNREACH|ADDRINUSE|MFILE|NOSPC)\b`,
    String.raw`\b(?:net::ERR_|NS_ERROR_)[A-Z_]+`,
    'socket hang up|other side closed|certificate has expired|heap out of memory',
    '(?:page|context|browser) has been closed|Target closed|[Pp]age crashed|Executable doesn.t exist',
  ].join('|'),
)

const mask = (message: string): string =>
  maskValues(assertedOnly(stripVTControlCharacters(message.slice(0, LOOKED_AT))))

/** Leaves of an assertion's message what is asserted, without what was found. */
const assertedOnly = (message: string): string =>
  ASSERTED.reduce((text, [pattern, instead]) => text.replace(pattern, instead as string), message).trim()

type Replacement = string | ((...groups: string[]) => string)

const ASSERTED: [RegExp, Replacement][] = [
  // Playwright's log: how often it tried and what the page looked like differ from run to run.
  [/^[ \t]*Call log:[ \t]*\n(?:.*\n)*?[ \t]*- waiting for (.*)(?:\n[\s\S]*)?$/im, 'waiting for $1'],
  [/^[ \t]*Call log:[ \t]*\n[ \t]*- (Timeout .* exceeded .*)(?:\n[\s\S]*)?$/im, '$1'],
  [/^[ \t]*Call log:[\s\S]*$/im, ''],
  [/(strict mode violation: .*) resolved to \d+ elements:[\s\S]*$/, '$1'],
  // A diff to its end: what did not change in it is data as well.
  [/^-\s*Expected\b.*\n\+\s*Received\b.*(?:\n(?:[-+@\s].*)?)*/gm, '<diff>\n'],
  [/^\+ actual - expected.*(?:\n(?:[-+@\s.].*)?)*/gm, '<diff>\n'],
  [/^[ \t]*[-+] .*$/gm, '<diff>'],
  [/(?:<diff>\s*)+/g, '<diff>\n'],
  // "Expected: 12", and values on lines of their own.
  [/^([ \t]*(?:received|actual)\b[\w ]*:)(?:\n[ \t]+.*|.*)(?:\n[ \t]+.*)*/gim, '$1 <value>'],
  [
    /^([ \t]*expected\b[\w ]*:)((?:\n[ \t]+.*|.*)(?:\n[ \t]+.*)*)/gim,
    (_, words = '', value = '') => `${words} ${kindOf(value.trim())}`,
  ],
  // Chai's sentences.
  [/^expected (?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|[\s\S]*?) (to|not to) /, 'expected <value> $1 '],
  [
    /( to (?:not )?(?:be|(?:deeply |strictly |loosely )?equal|include|contain|match)) (?=['"[{])[\s\S]*?(?= \/\/ |$)/,
    '$1 <value>',
  ],
  [/Unexpected (?:token|non-whitespace|end of JSON)[\s\S]*JSON\b[^\n]*/, 'not valid JSON'],
]

/** Words such as `visible` and `true` say what was asked for; of other values only their kind. */
function kindOf(value: string): string {
  if (/^[a-z]{1,20}$/i.test(value)) return value
  if (/^['"`]/.test(value)) return '<text>'
  return /^[-\d]/.test(value) ? '<number>' : '<value>'
}

/** What is left of values in a masked message. */
const VALUE = String.raw`(?:<\w+>|true|false|null|undefined|nil|None|True|False|NaN)`
const VALUES_ONLY = String.raw`(?:\s*(?:(?:expected|received|actual)\b[\w ]*: (?:<\w+>|[a-z]{1,20})|<diff>|${VALUE}(?: [!=<>]{1,3} ${VALUE})?))*\s*$`

/** Assertions, masked, that say nothing but which values were compared: Chai's, Jest's, Node's, JUnit's and pytest's. */
const BARE = [
  `expected ${VALUE} (?:not )?to (?:not )?(?:be|(?:deeply |strictly |loosely )?equal|(?:be )?(?:above|below|at least|at most|greater than|less than|close to))(?: (?:[{[].*|${VALUE}))?(?: // .*)?${VALUES_ONLY}`,
  String.raw`expect\((?:received)?\)(?:\.\w+)+\([^)'"]*\)(?: // .*)?${VALUES_ONLY}`,
  String.raw`expected (?:values|"actual") .*\b(?:equal|to):?${VALUES_ONLY}`,
  String.raw`(?:not equal:?|expected: <\w+>|assert ${VALUE} (?:[!=<>]{1,2}|is|in|not in|is not) ${VALUE})${VALUES_ONLY}`,
].map((pattern) => new RegExp(`^(?:\\w*Error: )?${pattern}`, 'i'))

function placeOf(failure: Failure, messages: string[]): string {
  const isBare = messages.length === 1 && BARE.some((pattern) => pattern.test(messages[0] as string))
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

/** A file without what differs from machine to machine. */
const lastOf = (file: string) => file.split(/[\\/]/).slice(-2).join('/')
