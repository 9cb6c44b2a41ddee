import type {
  Annotation,
  Attachment,
  Attempt,
  AttemptDetail,
  AttemptStatus,
  End,
  SkipKind,
} from '@svc/protocol'
import type { TestAttempt, TestCase, TestRunEndReason } from 'vitest/node'
import { toFailure } from './failure.ts'

type Log = ReturnType<TestCase['logs']>[number]

const STATUS: Record<TestAttempt['state'], AttemptStatus> = {
  passed: 'passed',
  failed: 'failed',
  skipped: 'skipped',
}

/** What the run came to, in the words of the wire. */
export const END: Record<TestRunEndReason, End['status']> = {
  passed: 'passed',
  failed: 'failed',
  interrupted: 'interrupted',
}

const SKIP: Record<TestCase['options']['mode'], SkipKind> = {
  skip: 'skip',
  todo: 'todo',
  run: 'skip',
  only: 'skip',
}

// Vitest has no state of its own for a time-out, only this sentence.
const TIMEOUT = /^(?:Test|Hook) timed out in \d/

/** The attempts of a test that ran, oldest first; empty for one that did not. */
export const toAttempts = (test: TestCase): Attempt[] => {
  const ran = attemptsOf(test)
  const last = ran.length - 1
  const logs = test.logs?.() ?? []
  return ran.map((attempt, index) => ({
    status: statusOf(attempt),
    startedAt: attempt.startTime,
    durationMs: attempt.duration,
    ...(attempt.repeatIndex > 0 ? { repeat: attempt.repeatIndex } : {}),
    ...(attempt.errors?.length ? { errors: attempt.errors.map((error) => toFailure(error)) } : {}),
    ...(attempt.state === 'skipped' ? { skip: skipOf(test) } : {}),
    ...(test.options.fails && attempt.state === 'passed' ? { expectedFailure: true } : {}),
    ...outputOf(logs, index === 0 ? 0 : attempt.startTime, ran[index + 1]?.startTime),
    ...(index === last ? notesOf(test) : {}),
    ...aboutTest(test),
  }))
}

/** The one attempt of a test that did not run, and why. */
export const toSkipped = (test: TestCase, skip: AttemptDetail['skip']): Attempt => ({
  status: 'skipped',
  startedAt: Date.now(),
  durationMs: 0,
  skip: skip ?? skipOf(test),
  ...aboutTest(test),
})

const skipOf = (test: TestCase): NonNullable<AttemptDetail['skip']> => {
  const result = test.result()
  const reason = result.state === 'skipped' ? result.note : undefined
  return { kind: SKIP[test.options.mode], ...(reason ? { reason } : {}) }
}

/** True where this Vitest tells the attempts of a test apart (from 5.1.1). */
export const tellsAttempts = (test: TestCase): boolean => typeof test.attempts === 'function'

// Before 5.1.1 there is one list of errors over all tries. A test that passed after a retry still
// failed before: that stays visible as a failed attempt, with the errors but without times of its own.
const attemptsOf = (test: TestCase): readonly TestAttempt[] => {
  const told = tellsAttempts(test) ? test.attempts() : []
  const result = test.result()
  const diagnostic = test.diagnostic()
  const [only] = told
  // An only try takes as long as the test: that is what Vitest itself reports, before 5.1.1 too.
  if (only && told.length === 1 && diagnostic) return [{ ...only, duration: diagnostic.duration }]
  if (only || (result.state !== 'passed' && result.state !== 'failed')) return told
  // A type check has neither attempts nor times, nor has a test that failed before it began.
  const { startTime, duration, retryCount } = diagnostic ?? UNTIMED()
  const whole = { startTime, duration, retryIndex: retryCount, repeatIndex: 0 }
  if (result.state === 'failed' || retryCount === 0) {
    return [{ ...whole, state: result.state, errors: result.errors }]
  }
  const before: TestAttempt = { ...whole, state: 'failed', errors: result.errors, duration: 0, retryIndex: 0 }
  return [before, { ...whole, state: 'passed', errors: undefined }]
}

const UNTIMED = () => ({ startTime: Date.now(), duration: 0, retryCount: 0 })

const statusOf = (attempt: TestAttempt): AttemptStatus =>
  attempt.state === 'failed' && attempt.errors?.some((error) => TIMEOUT.test(error.message ?? ''))
    ? 'timedOut'
    : STATUS[attempt.state]

// Output belongs to a test, not to an attempt: the clock says which attempt printed it.
const outputOf = (logs: readonly Log[], from: number, to = Number.POSITIVE_INFINITY): AttemptDetail => {
  if (logs.length === 0) return {}
  const printed = logs.filter((log) => log.time >= from && log.time < to)
  const of = (type: Log['type']) =>
    printed.reduce((text, log) => (log.type === type ? text + log.content : text), '')
  const [stdout, stderr] = [of('stdout'), of('stderr')]
  return { ...(stdout ? { stdout } : {}), ...(stderr ? { stderr } : {}) }
}

const aboutTest = (test: TestCase): AttemptDetail => ({
  ...(test.tags?.length ? { tags: [...test.tags] } : {}),
  ...(test.location ? { location: { file: test.module.moduleId, ...test.location } } : {}),
})

const notesOf = (test: TestCase): AttemptDetail => {
  const notes = test.annotations?.() ?? []
  if (notes.length === 0) return {}
  const annotations: Annotation[] = notes.map(({ type, message }) => ({ type, description: message }))
  const attachments = notes.flatMap(({ message, attachment }): Attachment[] =>
    attachment ? [toAttachment(message, attachment)] : [],
  )
  return { annotations, ...(attachments.length > 0 ? { attachments } : {}) }
}

type VitestAttachment = NonNullable<ReturnType<TestCase['annotations']>[number]['attachment']>

const toAttachment = (name: string, { contentType, path, body }: VitestAttachment): Attachment => ({
  name,
  contentType: contentType ?? 'application/octet-stream',
  ...(path ? { path } : {}),
  ...(body === undefined
    ? {}
    : { sizeBytes: typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength }),
})
