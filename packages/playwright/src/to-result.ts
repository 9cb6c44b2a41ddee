import type { FullResult, TestCase, TestResult, TestStep } from '@playwright/test/reporter'
import type { RecordedAttachment, RecordedAttempt } from '@svc/client'
import {
  type Annotation,
  type AttemptDetail,
  type AttemptStatus,
  type End,
  LIMITS,
  type Step,
} from '@svc/protocol'
import { toFailure } from './failure.ts'

/** More than is kept, so that the client detects the cut, and sees a secret at the cut completely. */
const LOOKED_AT = 4 * LIMITS.outputTailBytes

type Skip = NonNullable<AttemptDetail['skip']>

const STATUS: Record<TestResult['status'], AttemptStatus> = {
  passed: 'passed',
  failed: 'failed',
  timedOut: 'timedOut',
  interrupted: 'interrupted',
  skipped: 'skipped',
}

const END: Record<FullResult['status'], End['status']> = {
  passed: 'passed',
  failed: 'failed',
  timedout: 'failed',
  interrupted: 'interrupted',
}

/** The outcome of the run; the error of a global time-out is reported separately. */
export const toEnd = ({ status }: Pick<FullResult, 'status'>): End['status'] => END[status] ?? 'failed'

// Annotations that Playwright adds itself: they are reported as status, skip or expected failure.
const BUILT_IN = new Set(['skip', 'fail', 'serial'])

/** One attempt of a test; `test.fail()` swaps failed and passed, while a time-out stays a time-out. */
export const toAttempt = (test: TestCase, result: TestResult): RecordedAttempt => {
  const { expectedStatus } = test
  const isExpectedFailure = expectedStatus === 'failed' && result.status === 'failed'
  const isUnexpectedPass = expectedStatus !== 'passed' && result.status === 'passed'
  const isPass = isExpectedFailure || skippedAfterFailure(test, result)
  const status = isPass ? 'passed' : isUnexpectedPass ? 'failed' : (STATUS[result.status] ?? 'failed')
  const attempt: RecordedAttempt = {
    status,
    startedAt: result.startTime.getTime(),
    ...(result.retry > 0 ? { retry: result.retry } : {}),
    durationMs: Math.max(0, result.duration),
  }
  addCommon(attempt, test, result)
  if (status === 'passed' && !isExpectedFailure) return attempt

  const errors = result.errors.map((error) => toFailure(error))
  if (isUnexpectedPass) errors.push({ message: UNEXPECTED[expectedStatus] ?? 'Passed unexpectedly.' })
  if (errors.length > 0) attempt.errors = errors
  if (result.status === 'skipped') attempt.skip = whySkipped(test, result)
  if (isExpectedFailure) attempt.expectedFailure = true
  const stdout = tailOf(result.stdout)
  const stderr = tailOf(result.stderr)
  if (stdout) attempt.stdout = stdout
  if (stderr) attempt.stderr = stderr
  if (result.steps.length > 0 && !isExpectedFailure) attempt.steps = toSteps(result.steps)
  attempt.location = locationOf(test)
  return attempt
}

/**
 * If a test failed and skipped itself in a retry, Playwright calls it flaky; the reason stays as an
 * annotation.
 */
const skippedAfterFailure = (test: TestCase, result: TestResult): boolean =>
  result.status === 'skipped' &&
  test.expectedStatus === 'skipped' &&
  test.results.some(({ status }) => status === 'failed' || status === 'timedOut')

const UNEXPECTED: Partial<Record<TestResult['status'], string>> = {
  failed: 'Expected to fail, but passed.',
  skipped: 'Expected to be skipped, but passed.',
}

/** An attempt that had started when the run was cut off, and that Playwright never ended. */
export const toCutOff = (test: TestCase, result: TestResult, now: number): RecordedAttempt => {
  const startedAt = result.startTime.getTime()
  const attempt: RecordedAttempt = {
    ...toAttempt(test, result),
    status: 'interrupted',
    durationMs: Math.max(0, now - startedAt),
  }
  delete attempt.skip
  return attempt
}

/** The only attempt of a test that Playwright never started. */
export const toSkipped = (test: TestCase, skip: AttemptDetail['skip'], now: number): RecordedAttempt => {
  const attempt: RecordedAttempt = { status: 'skipped', startedAt: now, durationMs: 0 }
  addCommon(attempt, test)
  if (skip) attempt.skip = skip
  attempt.location = locationOf(test)
  return attempt
}

/** Details that are also reported for a passed test. */
const addCommon = (attempt: RecordedAttempt, test: TestCase, result?: TestResult): void => {
  if (test.repeatEachIndex > 0) attempt.repeat = test.repeatEachIndex
  const { tags } = test
  if (tags?.length) attempt.tags = [...tags]
  const annotations = annotationsOf(test, result).filter(
    ({ type }) => !BUILT_IN.has(type) || (type === 'skip' && attempt.status === 'passed'),
  )
  if (annotations.length > 0) attempt.annotations = annotations.map(toAnnotation)
  if (result?.attachments.length) attempt.attachments = result.attachments.map(toAttachment)
}

const toAnnotation = ({ type, description }: TestCase['annotations'][number]): Annotation => ({
  type: String(type),
  ...(description ? { description: String(description) } : {}),
})

const toAttachment = ({
  name,
  contentType,
  path,
  body,
}: TestResult['attachments'][number]): RecordedAttachment => ({
  name,
  contentType,
  ...(path ? { path } : {}),
  ...(body ? { sizeBytes: body.byteLength, body } : {}),
})

const locationOf = ({ location: { file, line, column } }: TestCase) => ({ file, line, column })

/** Why a reported test was skipped: its author requested it, or something prevented it from running. */
const whySkipped = (test: TestCase, result: TestResult): Skip => {
  const notes = annotationsOf(test, result)
  const note = notes.find(({ type }) => type === 'skip' || type === 'fixme')
  if (note || test.expectedStatus === 'skipped')
    return { kind: 'skip', ...(note?.description ? { reason: note.description } : {}) }
  const isSerial = notes.some(({ type }) => type === 'serial')
  return {
    kind: 'hook',
    ...(isSerial ? { reason: 'an earlier test or hook of its serial group failed' } : {}),
  }
}

/**
 * Why tests never started. Without a bail or an interruption, only a failed project that they
 * depend on remains.
 */
export const whyNotBegun = (status: FullResult['status'], hasBailed: boolean): Skip => {
  if (hasBailed) return { kind: 'filtered', reason: 'the run reached its maximum number of failures' }
  if (status === 'interrupted') return { kind: 'interrupted' }
  if (status === 'timedout') return { kind: 'interrupted', reason: 'the run reached its global timeout' }
  return { kind: 'hook', reason: 'a project that it depends on failed, or the run ended before it started' }
}

/** Since 1.52 each result has its own list; for a test that did not run, it is empty. */
const annotationsOf = (test: TestCase, result?: TestResult): TestCase['annotations'] =>
  result?.annotations?.length ? result.annotations : test.annotations

/** Steps within the limits, plus one, so that the cut is detected and marked. */
const toSteps = (steps: TestStep[], depth = 1): Step[] =>
  (steps.length > LIMITS.steps ? steps.slice(0, LIMITS.steps + 1) : steps).map((step) => toStep(step, depth))

const toStep = ({ title, subtitle, category, duration, error, steps }: TestStep, depth: number): Step => ({
  // Since 1.65, an action's target is separate from its name.
  title: subtitle ? `${title} ${subtitle}` : title,
  category,
  durationMs: Math.max(0, duration),
  ...(error ? { error: toFailure(error).message } : {}),
  ...(steps.length > 0 && depth <= LIMITS.depth ? { steps: toSteps(steps, depth + 1) } : {}),
})

/** The end of the output as text; joins a character that two chunks share. */
const tailOf = (chunks: (string | Buffer)[]): string => {
  let from = chunks.length
  for (let size = 0; from > 0 && size < LOOKED_AT; from -= 1) size += chunks[from - 1]?.length ?? 0
  const kept = from === 0 ? chunks : chunks.slice(from)
  if (kept.every((chunk) => typeof chunk === 'string')) return endOf(kept.join(''))
  return endOf(Buffer.concat(kept.map((chunk) => Buffer.from(chunk))).toString('utf8'))
}

const endOf = (text: string): string => (text.length > LOOKED_AT ? text.slice(-LOOKED_AT) : text)
