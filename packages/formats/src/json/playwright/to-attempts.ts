import type { AttemptDetail, AttemptStatus } from '@svc/protocol'
import type { ReportedAttempt, Sink } from '../../format.ts'
import type { PlaywrightNote, PlaywrightResult, PlaywrightTest } from './report-shapes.ts'

type Skip = NonNullable<AttemptDetail['skip']>

const STATUS = new Map<string, AttemptStatus>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['timedOut', 'timedOut'],
  ['interrupted', 'interrupted'],
  ['skipped', 'skipped'],
])

/** Annotations that Playwright adds itself: they are reported as status, skip or expected failure. */
const BUILT_IN = new Set(['skip', 'fail', 'serial'])

const UNEXPECTED = new Map([
  ['failed', 'Expected to fail, but passed.'],
  ['skipped', 'Expected to be skipped, but passed.'],
])

/**
 * The attempts of one repeat of a test, as the reporter would have sent them; empty for a test that
 * never started.
 */
export const toAttempts = (
  test: PlaywrightTest,
  repeat: number,
  sink: Pick<Sink, 'repaired'>,
): ReportedAttempt[] =>
  test.results.map((result) => {
    if (!STATUS.has(result.status))
      sink.repaired(`unknown status ${JSON.stringify(result.status)}, counted as failed`)
    return { ...toAttempt(test, result), ...(repeat > 0 && { repeat }) }
  })

/** The only attempt of a test that never started. */
export const toNotBegun = (test: PlaywrightTest, repeat: number, skip: Skip): ReportedAttempt => ({
  status: 'skipped',
  durationMs: 0,
  ...commonOf(test, undefined, 'skipped'),
  ...(repeat > 0 && { repeat }),
  skip,
  ...(test.location && { location: test.location }),
})

/** Playwright's own status of a test. */
export const outcomeOf = ({
  expectedStatus,
  results,
}: PlaywrightTest): 'skipped' | 'expected' | 'unexpected' | 'flaky' => {
  let skipped = 0
  let expected = 0
  let unexpected = 0
  for (const { status } of results) {
    if (status === 'interrupted') continue
    if (status === 'skipped') skipped += expectedStatus === 'skipped' ? 1 : 0
    else if (status === expectedStatus) expected += 1
    else unexpected += 1
  }
  if (expected + unexpected === 0) return 'skipped'
  if (unexpected === 0) return 'expected'
  return expected + skipped === 0 ? 'unexpected' : 'flaky'
}

const toAttempt = (test: PlaywrightTest, result: PlaywrightResult): ReportedAttempt => {
  const { expectedStatus } = test
  const isExpectedFailure = expectedStatus === 'failed' && result.status === 'failed'
  const isUnexpectedPass = expectedStatus !== 'passed' && result.status === 'passed'
  const isPass = isExpectedFailure || skippedAfterFailure(test, result)
  const status = isPass ? 'passed' : isUnexpectedPass ? 'failed' : (STATUS.get(result.status) ?? 'failed')
  const attempt: ReportedAttempt = {
    status,
    durationMs: result.durationMs,
    ...(result.startedAt !== undefined && { startedAt: result.startedAt }),
    ...commonOf(test, result, status),
  }
  if (status === 'passed' && !isExpectedFailure) return attempt
  const errors = [...result.errors]
  if (isUnexpectedPass) errors.push({ message: UNEXPECTED.get(expectedStatus) ?? 'Passed unexpectedly.' })
  if (errors.length > 0) attempt.errors = errors
  if (result.status === 'skipped') attempt.skip = whySkipped(test, result)
  if (isExpectedFailure) attempt.expectedFailure = true
  if (result.stdout) attempt.stdout = result.stdout
  if (result.stderr) attempt.stderr = result.stderr
  if (result.steps.length > 0 && !isExpectedFailure) attempt.steps = result.steps
  if (test.location) attempt.location = test.location
  return attempt
}

/**
 * If a test failed and skipped itself in a retry, Playwright calls it flaky; the reason stays as an
 * annotation.
 */
const skippedAfterFailure = (test: PlaywrightTest, result: PlaywrightResult): boolean =>
  result.status === 'skipped' &&
  test.expectedStatus === 'skipped' &&
  test.results.some(({ status }) => status === 'failed' || status === 'timedOut')

/** Details that are also reported for a passed test. */
const commonOf = (
  test: PlaywrightTest,
  result: PlaywrightResult | undefined,
  status: AttemptStatus,
): Partial<ReportedAttempt> => {
  const notes = notesOf(test, result).filter(
    ({ type }) => !BUILT_IN.has(type) || (type === 'skip' && status === 'passed'),
  )
  return {
    ...(test.tags.length > 0 && { tags: test.tags }),
    ...(notes.length > 0 && { annotations: notes }),
    ...(result?.attachments.length && { attachments: result.attachments }),
  }
}

const whySkipped = (test: PlaywrightTest, result: PlaywrightResult): Skip => {
  const notes = notesOf(test, result)
  const note = notes.find(({ type }) => type === 'skip' || type === 'fixme')
  if (note || test.expectedStatus === 'skipped')
    return { kind: 'skip', ...(note?.description ? { reason: note.description } : {}) }
  const isSerial = notes.some(({ type }) => type === 'serial')
  return {
    kind: 'hook',
    ...(isSerial ? { reason: 'an earlier test or hook of its serial group failed' } : {}),
  }
}

/** Since 1.52 each result has its own list; for a test that did not run, it is empty. */
const notesOf = (test: PlaywrightTest, result: PlaywrightResult | undefined): PlaywrightNote[] =>
  result?.annotations.length ? result.annotations : test.annotations
