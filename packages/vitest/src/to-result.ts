import { inspect } from 'node:util'
import { type RecordedAttachment, type RecordedAttempt, withSnippet } from '@svc/client'
import {
  type Annotation,
  type AttemptDetail,
  type AttemptStatus,
  type Failure,
  LIMITS,
  type Location,
  type SkipKind,
} from '@svc/protocol'
import type { SerializedError, TestCase } from 'vitest/node'
import { attemptsOf, type TestAttempt, tellsAttempts } from './attempts.ts'

type Frame = NonNullable<SerializedError['stacks']>[number]

/** Converts paths from another folder or machine in a text to local ones. */
export type Relocate = (text: string) => string

const RUNNER = /[\\/]node_modules[\\/](?:@vitest|vitest)[\\/]/
/** Only a single letter is a drive: `node:internal/…`, addresses and evaluated code are not files. */
const PLACE = /^\s+at (?:async )?(?:.*? \()?((?:file:\/\/)?(?:\/?[A-Za-z]:)?[^:]+):(\d+):(\d+)\)?$/
const FOREIGN = /[\\/]node_modules[\\/]/

/**
 * One piece of a test's output. A type of our own, because older declarations lack `TestCase.logs`
 * of version 5.
 */
interface Log {
  type: 'stdout' | 'stderr'
  content: string
  /** Milliseconds since the epoch. */
  time: number
  taskId?: string | undefined
}

/** The output of a test, in order. */
type Printed = readonly Log[]

/** Keeps the output of running tests, for versions before 5 whose tests do not contain it. */
export class OutputLog {
  readonly #printed = new Map<string, Log[]>()

  add(log: Log): void {
    if (!log.taskId) return
    const logs = this.#printed.get(log.taskId)
    if (!logs) this.#printed.set(log.taskId, [log])
    else logs.push(log)
  }

  // A merged report replays output that the test already contains.
  of(test: TestCase): Printed {
    return test.logs ? [...new Set(test.logs())] : (this.#printed.get(test.id) ?? [])
  }

  /** Drops the output of tests that have ended. */
  forget(test: TestCase): void {
    this.#printed.delete(test.id)
  }
}

// Megabytes of output must not become one text first, because the client keeps only its end. The
// rest is needed for masking.
const KEPT = 4 * LIMITS.outputTailBytes

const STATUS: Record<TestAttempt['state'], AttemptStatus> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
}

const SKIP: Record<TestCase['options']['mode'], SkipKind> = {
  skip: 'skip',
  todo: 'todo',
  run: 'skip',
  only: 'skip',
}

// Vitest has no separate state for a time-out, only these messages.
const TIMEOUT = /^(?:(?:Test|Hook) timed out in \d|The \w+ phase of "\w+" hook timed out after \d)/

/** The attempts of a test that ran, oldest first; empty for a test that did not run. */
export const toAttempts = (test: TestCase, printed: () => Printed, relocate: Relocate): RecordedAttempt[] => {
  const ran = attemptsOf(test)
  const [only] = ran
  if (only?.state === 'passed' && ran.length === 1 && !test.options.fails) return [toPass(only, test)]
  const last = ran.length - 1
  const logs = printed()
  const attempts = ran.map((told, index) => {
    const attempt: RecordedAttempt = {
      status: statusOf(told),
      startedAt: told.startTime,
      durationMs: told.duration,
    }
    if (told.repeatIndex > 0) attempt.repeat = told.repeatIndex
    if (told.errors?.length) attempt.errors = told.errors.map((error) => toFailure(error, relocate))
    if (told.state === 'skipped') attempt.skip = skipOf(test, told.errors)
    if (test.options.fails && told.state === 'passed') attempt.expectedFailure = true
    if (logs.length > 0 && tellsAttempts(test))
      Object.assign(attempt, outputOf(logs, index === 0 ? 0 : told.startTime, ran[index + 1]?.startTime))
    else if (logs.length > 0 && index === 0) Object.assign(attempt, outputOf(logs, 0))
    if (index === last) addNotes(attempt, test)
    return addFacts(attempt, test, relocate)
  })
  addScreenshots(attempts, test)
  return attempts
}

// Most tests are plain passes, so this must be cheap: output and location of a pass are not kept.
const toPass = (told: TestAttempt, test: TestCase): RecordedAttempt => {
  const attempt: RecordedAttempt = { status: 'passed', startedAt: told.startTime, durationMs: told.duration }
  if (test.tags?.length) attempt.tags = [...test.tags]
  addNotes(attempt, test)
  return attempt
}

/** The only attempt of a test that did not run, with the reason. */
export const toSkipped = (test: TestCase, skip: AttemptDetail['skip'], relocate: Relocate): RecordedAttempt =>
  addFacts(
    { status: 'skipped', startedAt: Date.now(), durationMs: 0, skip: skip ?? skipOf(test) },
    test,
    relocate,
  )

const skipOf = (test: TestCase, errors: TestAttempt['errors'] = []): NonNullable<AttemptDetail['skip']> => {
  const result = test.result()
  const before = errors.length > 0 ? `an earlier attempt failed: ${toFailure(errors[0]).message}` : ''
  const note = result.state === 'skipped' ? (result.note ?? '') : ''
  const reason = [note, before].filter(Boolean).join('; ')
  return { kind: SKIP[test.options.mode], ...(reason ? { reason } : {}) }
}

const statusOf = (told: TestAttempt): AttemptStatus =>
  told.state === 'failed' && told.errors?.some((error) => TIMEOUT.test(String(error?.message)))
    ? 'timedOut'
    : STATUS[told.state]

const addFacts = (attempt: RecordedAttempt, test: TestCase, relocate: Relocate): RecordedAttempt => {
  if (test.tags?.length) attempt.tags = [...test.tags]
  if (test.location) attempt.location = { file: relocate(test.module.moduleId), ...test.location }
  return attempt
}

const addNotes = (attempt: RecordedAttempt, test: TestCase): void => {
  const notes = test.annotations?.() ?? []
  const artifacts = test.artifacts?.() ?? []
  if (notes.length + artifacts.length === 0) return
  if (notes.length > 0)
    attempt.annotations = notes.map(({ type, message }): Annotation => ({ type, description: message }))
  const attachments = [
    ...notes.flatMap(({ message, attachment }) => (attachment ? [toAttachment(message, attachment)] : [])),
    ...artifacts
      .filter(({ type }) => type !== SCREENSHOT)
      .flatMap(({ type, attachments = [] }) => attachments.map((one) => toAttachment(type, one))),
  ]
  if (attachments.length > 0) attempt.attachments = attachments
}

// In browser mode every failed attempt leaves one, in their order.
const SCREENSHOT = 'internal:failureScreenshot'

const addScreenshots = (attempts: RecordedAttempt[], test: TestCase): void => {
  const screenshots = test.artifacts?.().filter(({ type }) => type === SCREENSHOT) ?? []
  const failed = attempts.filter(({ status }) => status !== 'passed')
  for (const [index, { attachments = [] }] of screenshots.entries()) {
    const attempt = failed[index] ?? attempts.at(-1)
    const shots = attachments.map((one) => toAttachment('failure screenshot', one))
    if (attempt) attempt.attachments = [...(attempt.attachments ?? []), ...shots]
  }
}

type VitestAttachment = NonNullable<ReturnType<TestCase['annotations']>[number]['attachment']>

const toAttachment = (
  name: string,
  { contentType, path, body, bodyEncoding }: VitestAttachment,
): RecordedAttachment => {
  // If both are present, the file is the source of the body.
  const bytes = body === undefined || path ? undefined : bytesOf(body, bodyEncoding)
  return {
    name,
    contentType: contentType ?? 'application/octet-stream',
    ...(path ? { path } : {}),
    ...(bytes ? { sizeBytes: bytes.byteLength, body: bytes } : {}),
  }
}

// A text is base64 unless it declares otherwise.
const bytesOf = (body: string | Uint8Array, encoding: 'base64' | 'utf-8' = 'base64'): Uint8Array =>
  typeof body === 'string' ? Buffer.from(body, encoding) : body

/**
 * The output between two times: it belongs to the test, and the clock assigns it to an attempt, to
 * the millisecond.
 */
const outputOf = (logs: Printed, from: number, to = Number.POSITIVE_INFINITY): AttemptDetail => {
  const of = (type: Log['type']) => {
    let text = ''
    for (const log of logs)
      if (log.type === type && log.time >= from && log.time < to) text = tail(text + log.content)
    return text
  }
  const [stdout, stderr] = [of('stdout'), of('stderr')]
  return { ...(stdout ? { stdout } : {}), ...(stderr ? { stderr } : {}) }
}

const tail = (text: string): string => (text.length > 2 * KEPT ? text.slice(-KEPT) : text)

/** Returns the text unchanged. */
export const inPlace: Relocate = (text) => text

/** An error as Vitest serialized it, including its causes and members down to `LIMITS.depth`. */
export const toFailure = (thrown: unknown, relocate: Relocate = inPlace, depth = 1): Failure => {
  if (!isError(thrown)) return { message: typeof thrown === 'string' ? thrown : inspect(thrown) }
  const message = relocate(messageOf(thrown))
  const stack = stackOf(thrown, message, relocate)
  const location = locationOf(thrown, stack, relocate)
  const deeper = depth < LIMITS.depth
  const nested = (inner: unknown) => toFailure(inner, relocate, depth + 1)
  const members = deeper && Array.isArray(thrown.errors) ? thrown.errors.map(nested) : []
  const failure: Failure = {
    message,
    ...(typeof thrown.name === 'string' && thrown.name ? { name: thrown.name } : {}),
    ...(stack ? { stack } : {}),
    ...(location ? { location } : {}),
    ...comparedBy(thrown),
    ...(hasCause(thrown) && deeper ? { cause: nested(thrown.cause) } : {}),
    ...(members.length > 0 ? { errors: members } : {}),
  }
  return depth === 1 ? withSnippet(failure) : failure
}

// A thrown plain object arrives as its own fields, with some that the runner adds.
const messageOf = (error: SerializedError): string => {
  if (typeof error.message === 'string') return error.message
  const { stacks: _, ...thrown } = error
  for (const added of ['expected', 'actual']) if (thrown[added] === 'undefined') delete thrown[added]
  return inspect(thrown, { depth: 3 })
}

// Before 5, every error has both fields, with the text `undefined` if nothing was compared.
const comparedBy = ({ expected, actual }: SerializedError): Pick<Failure, 'expected' | 'actual'> => ({
  ...(typeof expected === 'string' && expected !== actual ? { expected } : {}),
  ...(typeof actual === 'string' && expected !== actual ? { actual } : {}),
})

// `stacks` is source-mapped and without the runner's own frames; older versions do not provide it.
const stackOf = (error: SerializedError, message: string, relocate: Relocate): string | undefined => {
  if (!Array.isArray(error.stacks) || error.stacks.length === 0) return withoutRunner(error.stack, relocate)
  const head = error.name ? `${error.name}: ${message}` : message
  return [head, ...error.stacks.map((frame) => relocate(frameLine(frame)))].join('\n')
}

const frameLine = ({ method, file, line, column }: Frame): string =>
  method ? `    at ${method} (${file}:${line}:${column})` : `    at ${file}:${line}:${column}`

const withoutRunner = (stack: unknown, relocate: Relocate): string | undefined => {
  if (typeof stack !== 'string') return undefined
  const lines = stack.split('\n').filter((line) => !RUNNER.test(line))
  const last = lines.findLastIndex((line) => !/^\s+at .*\(<anonymous>\)$/.test(line))
  return relocate(lines.slice(0, last + 1).join('\n')) || undefined
}

const locationOf = (error: SerializedError, stack = '', relocate: Relocate): Location | undefined => {
  const frame = error.stacks?.[0]
  if (frame) return { file: relocate(frame.file), line: frame.line, column: frame.column }
  const places = stack.split('\n').filter((line) => /^\s+at /.test(line))
  return places.map(framePlaceOf).find((place) => place !== undefined)
}

const framePlaceOf = (line: string): Location | undefined => {
  const [, file, row, column] = PLACE.exec(line) ?? []
  return file && !FOREIGN.test(file) ? { file, line: Number(row), column: Number(column) } : undefined
}

// Vitest passes a cause that is not an object unchanged; undefined means no cause.
const hasCause = ({ cause }: SerializedError): boolean => cause !== undefined && cause !== null

const isError = (value: unknown): value is SerializedError => typeof value === 'object' && value !== null
