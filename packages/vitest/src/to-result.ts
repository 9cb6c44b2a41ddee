import type { RecordedAttachment, RecordedAttempt } from '@svc/client'
import type { Annotation, AttemptDetail, AttemptStatus, SkipKind } from '@svc/protocol'
import type { TestCase } from 'vitest/node'
import { attemptsOf, type TestAttempt, tellsAttempts } from './attempts.ts'
import { type Relocate, toFailure } from './failure.ts'
import { outputOf, type Printed } from './output.ts'

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
