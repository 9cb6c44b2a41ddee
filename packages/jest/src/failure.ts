import { readFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { withSnippet } from '@svc/client'
import { type Failure, LIMITS, type Location } from '@svc/protocol'
import { isHookCall, leavesHook } from './hook-source.ts'
import type { ExecError, TestCaseResult, TestContext } from './jest.ts'

/** One line of a stack. */
interface Frame {
  /** The unchanged line of the stack. */
  text: string
  /** For example `Object.<anonymous>`; empty if the function has no name. */
  name: string
  place?: Required<Location>
}

const FRAME = /^\s+at /
// A path may contain spaces, brackets and the colon of a drive; only the numbers at the end are
// reliable.
const PARTS = /^\s+at (?:async )?(?:(.*?) \()?(.+?):(\d+):(\d+)\)?$/
const NAME = /^([A-Z]\w*(?:Error|Exception)|Error)(?: \[\w+\])?(?:: |:?$)/
// Frames of the runner itself, even if a package manager nests its packages.
const RUNNER =
  /[\\/]node_modules[\\/](?:jest|@jest|expect|jest-(?:circus|jasmine2|runner|runtime|worker|util))[\\/]/
// Node writes this below code that continues after an await.
const RESUMED = /\bprocessTicksAndRejections \(node:/
const FOREIGN = /[\\/]node_modules[\\/]|^node:/

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
const isOfMatcher = (detail: unknown): boolean =>
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

/** An error parsed from its stack: name, message and the frames outside the runner. */
const toOneFailure = (stack: string): Failure => {
  const { head, frames } = splitStack(stack)
  const own = ownFrames(frames)
  const location = own.map((text) => toFrame(text).place).find((place) => place && !FOREIGN.test(place.file))
  const [prefix = '', name] = NAME.exec(head) ?? []
  return {
    message: head.slice(prefix.length),
    ...(name ? { name } : {}),
    ...(own.length > 0 ? { stack: [head, ...own].join('\n') } : {}),
    ...(location ? { location } : {}),
  }
}

/** A stack split into the thrown value and its frames: `frames` are the unchanged lines. */
const splitStack = (stack: string): { head: string; frames: string[] } => {
  const lines = stack.split('\n')
  const start = lines.findIndex((line) => FRAME.test(line))
  if (start < 0) return { head: stack.trimEnd(), frames: [] }
  return {
    head: lines.slice(0, start).join('\n').trimEnd(),
    frames: lines.slice(start).filter((line) => FRAME.test(line)),
  }
}

/** The outermost frame outside the runner: the start of a test or a hook; undefined if it is in a package. */
const outermostOf = (frames: string[]): Frame | undefined => {
  const text = ownFrames(frames).at(-1)
  const frame = text === undefined ? undefined : toFrame(text)
  return frame?.place && !FOREIGN.test(frame.place.file) ? frame : undefined
}

/** The stack of a thrown value, else the printed value. */
const textOf = (thrown: unknown): string => {
  if (typeof thrown === 'string') return thrown
  if (typeof thrown !== 'object' || thrown === null) return inspect(thrown)
  if ('stack' in thrown && typeof thrown.stack === 'string' && thrown.stack) return thrown.stack
  if ('message' in thrown && typeof thrown.message === 'string') return thrown.message
  return inspect(thrown, { depth: 4 })
}

// `new Promise` and similar frames lie between frames of the runner and mean nothing without them.
const ownFrames = (frames: string[]): string[] => {
  const own = frames.filter((frame) => !RUNNER.test(frame) && !RESUMED.test(frame))
  const last = own.findLastIndex((frame) => !frame.endsWith('(<anonymous>)'))
  return own.slice(0, last + 1)
}

const toFrame = (text: string): Frame => {
  const [, name = '', path, line, column] = PARTS.exec(text) ?? []
  if (!path) return { text, name }
  return { text, name, place: { file: path, line: Number(line), column: Number(column) } }
}

/** A failed `beforeAll`, observed at one of the tests that it prevented from running. */
export interface FailedHook {
  /** The first line of its message. */
  reason: string
  /** Hooks that no earlier test has reported. */
  untold: Failure[]
}

const TIMED_OUT = /Exceeded timeout of ([\d.]+) (ms|s) for a hook/
const ENGINE_ERRORS = ['TypeError', 'ReferenceError', 'RangeError']

/**
 * Recognizes the tests of one file that did not run because a `beforeAll` failed. Jest fails them
 * with the hook's error and does not say so; without proof, they keep Jest's status.
 */
export class FailedHooks {
  readonly #isCircus: boolean
  readonly #told = new Set<string>()
  readonly #sources = new Map<string, string[]>()

  constructor({ config }: TestContext) {
    // Under jest-jasmine2, the tests after such a hook run.
    this.#isCircus = /[\\/]jest-circus[\\/]/.test(config.testRunner)
  }

  /**
   * The hook that prevented this test from running; undefined if it ran, or may have run. `errors`
   * are the test's.
   */
  of(result: TestCaseResult, errors: Failure[] = []): FailedHook | undefined {
    const [failure] = errors
    if (!this.#isCircus || result.status !== 'failed' || !failure) return undefined
    if (!this.#isOfHook(failure, result)) return undefined
    const reason = failure.message.trim().split('\n', 1)[0] ?? ''
    const untold = errors.filter((_, index) => this.#isNew(result.failureMessages[index] ?? ''))
    return { reason, untold }
  }

  #isOfHook(failure: Failure, { failureMessages, failureDetails, duration }: TestCaseResult): boolean {
    const { message, location, name } = failure
    if (message.startsWith('thrown: ')) {
      const [, limit, unit] = TIMED_OUT.exec(message) ?? []
      // A hook that waits for its time-out within a test makes the test last as long.
      if (limit && (duration ?? 0) * 2 < Number(limit) * (unit === 's' ? 1000 : 1)) return true
      return location !== undefined && isHookCall(this.#linesOf(location.file), { column: 1, ...location })
    }
    const { frames } = splitStack(failureMessages[0] ?? '')
    const frame = outermostOf(frames)
    // Jest calls hooks and tests as anonymous functions of a plain object.
    if (!frame?.place || frame.name !== 'Object.<anonymous>') return false
    const behind = frames.slice(frames.lastIndexOf(frame.text) + 1).join('\n')
    const isCalledAsHook =
      behind.includes('_callCircusHook') && !/_callCircusTest|_runTest(?!sFor)/.test(behind)
    if (behind.includes('jest-circus') && !isCalledAsHook) return false
    const isTop = frames[0] === frame.text
    return leavesHook(this.#linesOf(frame.place.file), frame.place, {
      isOfMatcher: isOfMatcher(failureDetails[0]),
      isOfEngine: isTop && name !== undefined && ENGINE_ERRORS.includes(name),
    })
  }

  #isNew(text: string): boolean {
    const isNew = !this.#told.has(text)
    this.#told.add(text)
    return isNew
  }

  #linesOf(path: string): string[] {
    const known = this.#sources.get(path)
    if (known) return known
    const lines = read(path)
    this.#sources.set(path, lines)
    return lines
  }
}

const read = (path: string): string[] => {
  try {
    return readFileSync(path.startsWith('file://') ? new URL(path) : path, 'utf8').split('\n')
  } catch {
    return []
  }
}
