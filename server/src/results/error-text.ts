import type { Failure } from '@svc/protocol'

/** The number of characters of a value that its line shows. */
const VALUE_LENGTH = 200
/** The number of equal characters that a long value keeps before the difference. */
const BEFORE_DIFFERENCE = 40
/** The number of lines of each side of a difference. */
const MOST_OF_SIDE = 5

/** The error as a runner prints it: its class, its message, and the compared values as lines with signs. */
export function errorText(message: string, failure: Failure | null): string {
  const lines = withClass(message, failure).split('\n')
  const rest = lines.slice(1)
  const isStated = rest.some((line) => EXPECTED.test(line)) && rest.some((line) => RECEIVED.test(line))
  return ((isStated ? null : withValues(lines, failure)) ?? lines).join('\n')
}

/** The message after its error's class, unless the class adds nothing to it. */
export function withClass(message: string, failure: Failure | null): string {
  const text = message.replace(/\r\n?/g, '\n').trim()
  const name = failure?.name ?? ''
  if (text === '' || !/^[\w.$]{1,80}$/.test(name) || COMMON.test(name)) return text
  return text.includes(name) ? text : `${name}: ${text}`
}

const COMMON = /^(?:Error|\w*AssertionError)$/

const EXPECTED = /^\s*(?:[-+]\s*)?expected\b/i
const RECEIVED = /^\s*(?:[-+]\s*)?(?:received|actual)\b/i

/** The first line with the compared values; null if the runner reported none. */
export function withValues(lines: string[], failure: Failure | null): string[] | null {
  const { expected, actual } = failure ?? {}
  if (expected === undefined || actual === undefined || expected === actual) return null
  const [first = '', ...rest] = lines
  if (expected.includes('\n') || actual.includes('\n'))
    return [first, ...changedLines(expected.split('\n'), actual.split('\n'))]
  const [wanted, got] = cutPair(expected, actual)
  return [first, `- Expected: ${wanted}`, `+ Received: ${got}`, ...rest]
}

/** Both values in a length that shows where they differ. */
function cutPair(a: string, b: string): [string, string] {
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  const isLong = Math.max(a.length, b.length) > VALUE_LENGTH
  const from = isLong ? Math.max(0, same - BEFORE_DIFFERENCE) : 0
  const cut = (value: string) => {
    const end = from + VALUE_LENGTH
    return `${from > 0 ? '…' : ''}${value.slice(from, end)}${value.length > end ? '…' : ''}`.toWellFormed()
  }
  return [cut(a), cut(b)]
}

/** The lines between the common beginning and the common end of both. */
function changedLines(expected: string[], actual: string[]): string[] {
  const most = Math.min(expected.length, actual.length)
  let from = 0
  while (from < most && expected[from] === actual[from]) from++
  let end = 0
  while (end < most - from && expected.at(-1 - end) === actual.at(-1 - end)) end++
  const removed = expected.slice(from, expected.length - end).slice(0, MOST_OF_SIDE)
  const added = actual.slice(from, actual.length - end).slice(0, MOST_OF_SIDE)
  return [
    ...removed.map((line, i) => `- ${cutPair(line, added[i] ?? '')[0]}`),
    ...added.map((line, i) => `+ ${cutPair(removed[i] ?? '', line)[1]}`),
  ]
}
