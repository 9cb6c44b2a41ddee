import type { FullResult, TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import type { Annotation, Attachment, Attempt, AttemptDetail, AttemptStatus, End, Step } from '@svc/protocol'
import { toFailure } from './failure.ts'

const STATUS: Record<TestResult['status'], AttemptStatus> = {
  passed: 'passed',
  failed: 'failed',
  timedOut: 'timedOut',
  interrupted: 'interrupted',
  skipped: 'skipped',
}

/** What the run came to; the error of a global time-out is told on its own. */
export const END: Record<FullResult['status'], End['status']> = {
  passed: 'passed',
  failed: 'failed',
  timedout: 'failed',
  interrupted: 'interrupted',
}

// Annotations that Playwright makes itself: they are told as status, skip or expected failure.
const BUILT_IN = new Set(['skip', 'fixme', 'fail', 'serial'])

/** One try of a test; `test.fail()` turns the meaning of failed and passed round, a time-out stays one. */
export const toAttempt = (test: TestCase, result: TestResult): Attempt => {
  const isExpectedFailure = test.expectedStatus === 'failed' && result.status === 'failed'
  const isUnexpectedPass = test.expectedStatus === 'failed' && result.status === 'passed'
  const status = statusOf(result, isExpectedFailure, isUnexpectedPass)
  const errors = result.errors.map((error) => toFailure(error))
  if (isUnexpectedPass) errors.push({ message: 'Expected to fail, but passed.' })
  const stdout = textOf(result.stdout)
  const stderr = textOf(result.stderr)
  const attachments = result.attachments.map(toAttachment)
  return {
    status,
    startedAt: result.startTime.getTime(),
    durationMs: Math.max(0, result.duration),
    ...(errors.length > 0 ? { errors } : {}),
    ...(status === 'skipped' ? { skip: whySkipped(test, result) } : {}),
    ...(isExpectedFailure ? { expectedFailure: true } : {}),
    ...(stdout ? { stdout } : {}),
    ...(stderr ? { stderr } : {}),
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(status === 'passed' || result.steps.length === 0 ? {} : { steps: result.steps.map(toStep) }),
    ...aboutTest(test, result),
  }
}

const statusOf = (
  { status }: TestResult,
  isExpectedFailure: boolean,
  isUnexpectedPass: boolean,
): AttemptStatus => {
  if (isExpectedFailure) return 'passed'
  return isUnexpectedPass ? 'failed' : STATUS[status]
}

/** The one attempt of a test that Playwright never began. */
export const toSkipped = (test: TestCase, skip: AttemptDetail['skip'], now: number): Attempt => ({
  status: 'skipped',
  startedAt: now,
  durationMs: 0,
  ...(skip ? { skip } : {}),
  ...aboutTest(test),
})

// A test that skips itself is expected to be skipped; any other was kept from running.
const whySkipped = (test: TestCase, result: TestResult): NonNullable<AttemptDetail['skip']> => {
  const notes = annotationsOf(test, result)
  const note = notes.find(({ type }) => type === 'skip' || type === 'fixme')
  if (note || test.expectedStatus === 'skipped') {
    return { kind: 'skip', ...(note?.description ? { reason: note.description } : {}) }
  }
  const isSerial = notes.some(({ type }) => type === 'serial')
  return { kind: 'hook', ...(isSerial ? { reason: 'something before it in its serial group failed' } : {}) }
}

const aboutTest = (test: TestCase, result?: TestResult): AttemptDetail => {
  const annotations = annotationsOf(test, result)
    .filter(({ type }) => !BUILT_IN.has(type))
    .map(({ type, description }): Annotation => ({ type, ...(description ? { description } : {}) }))
  return {
    ...(test.repeatEachIndex > 0 ? { repeat: test.repeatEachIndex } : {}),
    ...(test.tags?.length ? { tags: [...test.tags] } : {}),
    ...(annotations.length > 0 ? { annotations } : {}),
    location: { file: test.location.file, line: test.location.line, column: test.location.column },
  }
}

// Each result has its own list since 1.52; that of a test that did not run is empty.
const annotationsOf = (test: TestCase, result?: TestResult): TestCase['annotations'] =>
  result?.annotations?.length ? result.annotations : test.annotations

const toAttachment = ({ name, contentType, path, body }: TestResult['attachments'][number]): Attachment => ({
  name,
  contentType,
  ...(path ? { path } : {}),
  ...(body ? { sizeBytes: body.byteLength } : {}),
})

const toStep = ({ title, category, duration, error, steps }: TestStep): Step => ({
  title,
  category,
  durationMs: Math.max(0, duration),
  ...(error ? { error: toFailure(error).message } : {}),
  ...(steps.length > 0 ? { steps: steps.map(toStep) } : {}),
})

const textOf = (chunks: (string | Buffer)[]): string => chunks.map((chunk) => chunk.toString()).join('')
