import { inspect } from 'node:util'
import { withSnippet } from '@svc/client'
import { type Failure, LIMITS } from '@svc/protocol'
import type { ExecError } from './jest.ts'
import { textOf, toOneFailure } from './stack.ts'

/** The rest of a thrown value after its transfer from the worker; any field may be missing. */
interface Thrown {
  cause?: unknown
  errors?: unknown
  matcherResult?: { expected?: unknown; actual?: unknown }
}

// Since Jest 30, the text of an error also contains its causes and members.
const NESTED = /\n\n\[(cause|errors)\]: /
/** The number of causes and members of one error that are read. */
const MEMBERS = 60

/**
 * One error of a test. `text` is its stack, with its causes if this version of Jest includes them.
 * `detail` is the transferred part of the thrown value, without names and classes.
 */
export const toFailure = (detail: unknown, text: string): Failure => {
  const failure = parse(text)
  const { expected, actual } = (isThrown(detail) && detail.matcherResult) || {}
  if (expected !== undefined) failure.expected = print(expected)
  if (actual !== undefined) failure.actual = print(actual)
  if (!NESTED.test(text)) Object.assign(failure, nestedOf(detail, new Set()))
  return withSnippet(isWrapped(failure) ? unwrap(failure) : failure)
}

/** The errors of a file or a run; several errors outside tests arrive as one text without a message. */
export const toFailures = (error: ExecError | string | undefined): Failure[] => {
  if (error === undefined || error === null) return []
  // With a single process, it is the thrown value. ts-jest empties the stack of compilation errors.
  if (typeof error !== 'object' || error.message) return [toFailure(error, textOf(error))]
  return errorsIn(error.stack ?? '').map((text) => toFailure(undefined, text))
}

/** True for what a matcher of `expect` threw. */
export const isOfMatcher = (detail: unknown): boolean =>
  isThrown(detail) && detail.matcherResult !== undefined && detail.matcherResult !== null

/** The message that Jest throws if a test or a hook took too long. */
export const isTimeout = ({ message }: Failure): boolean =>
  /Exceeded timeout of \d|Timeout - Async callback was not invoked within/.test(message)

// A cause belongs to the error before it; members belong to the last error that is not itself a
// member.
const parse = (text: string): Failure => {
  const [first = '', ...rest] = text.split(NESTED)
  const failure = toOneFailure(first)
  let aggregate = failure
  let last = failure
  for (let index = 0; index + 1 < rest.length && index < 2 * LIMITS.errors; index += 2) {
    const nested = toOneFailure(rest[index + 1] ?? '')
    if (nested.message.startsWith('[Circular ')) continue
    if (rest[index] === 'errors') {
      aggregate.errors = [...(aggregate.errors ?? []), nested]
    } else {
      if (last === aggregate) aggregate = nested
      last.cause = nested
    }
    last = nested
  }
  return failure
}

/**
 * `seen` contains the values on the path to this one, so that a value that contains itself is
 * reported once.
 */
const nestedOf = (thrown: unknown, seen: Set<unknown>): Pick<Failure, 'cause' | 'errors'> => {
  if (!isThrown(thrown)) return {}
  seen.add(thrown)
  const isNew = (inner: unknown) => !seen.has(inner) && seen.size < MEMBERS
  const nested = (inner: unknown) => ({ ...toOneFailure(textOf(inner)), ...nestedOf(inner, seen) })
  const { cause, errors } = thrown
  const members = Array.isArray(errors) ? errors.slice(0, LIMITS.errors).filter(isNew) : []
  return {
    ...(cause !== undefined && isNew(cause) ? { cause: nested(cause) } : {}),
    ...(members.length > 0 ? { errors: members.map(nested) } : {}),
  }
}

// Jest wraps time-outs and values that are not an Error in an error of its own, with the location
// of the test as the cause.
const isWrapped = ({ message }: Failure): boolean => message.startsWith('thrown: ')

const unwrap = ({ message, cause, location, stack }: Failure): Failure => {
  const place = cause?.location ?? location
  const trace = cause?.location ? cause.stack : stack
  return { message, ...(trace ? { stack: trace } : {}), ...(place ? { location: place } : {}) }
}

// A line directly after a frame starts the next error; after an empty line it would be a cause.
const errorsIn = (text: string): string[] => text.split(/(?<=\n\s+at [^\n]*)\n(?=\S)/)

const isThrown = (value: unknown): value is Thrown => typeof value === 'object' && value !== null

const print = (value: unknown): string => (typeof value === 'string' ? value : inspect(value, { depth: 4 }))
