import type { Failure } from '@svc/protocol'
import { firstLine } from '../../ground/kernel/first-line.ts'
import { valueLines } from './value-lines.ts'

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

/** How deep causes are nested, at most. */
const MOST_DEPTH = 3

/**
 * What caused an error: the first line of each of its causes and of the members of an aggregate, outer ones first. One
 * without words, such as Node's error of a host with two addresses, is its members.
 */
export function causesOf(failure: Failure | null | undefined, depth = MOST_DEPTH): string[] {
  if (!failure || depth === 0) return []
  const { cause, errors = [] } = failure
  const lines = [...(cause ? [cause] : []), ...errors].flatMap((each) => [
    firstLine(withClass(each.message, each)),
    ...causesOf(each, depth - 1),
  ])
  return [...new Set(lines)].filter((line) => line !== '')
}

const COMMON = /^(?:Error|\w*AssertionError)$/

const EXPECTED = /^\s*(?:[-+]\s*)?expected\b/i
const RECEIVED = /^\s*(?:[-+]\s*)?(?:received|actual)\b/i

/** The first line with the compared values; null if the runner reported none. */
export function withValues(lines: string[], failure: Failure | null): string[] | null {
  const { expected, actual } = failure ?? {}
  if (expected === undefined || actual === undefined || expected === actual) return null
  const [first = '', ...rest] = lines
  const values = valueLines(expected, actual, MOST_OF_SIDE)
  return [first, ...values, ...(expected.includes('\n') || actual.includes('\n') ? [] : rest)]
}
