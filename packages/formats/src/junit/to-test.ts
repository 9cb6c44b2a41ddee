import type { AttemptStatus, Failure } from '@svc/protocol'
import { toAttachment } from '../common/attachments.ts'
import type { ReportedAttempt } from '../format.ts'
import type { Dialect } from './dialect.ts'
import type { JUnitCase, JUnitOutcome, JUnitProperty } from './elements.ts'
import { messageOf } from './message-of.ts'

const FAILED = new Set(['failure', 'error'])
const RERUN = new Set(['rerunFailure', 'rerunError'])
const FLAKY = new Set(['flakyFailure', 'flakyError'])
/** Attributes that describe a test that did not run. */
const NOT_RUN = /^(?:notrun|disabled|skipped|ignored|pending|suppressed|todo|inconclusive)$/i
/** As behave says of a scenario that a failed hook before it kept from running. */
const UNTESTED = /^untested$/i
const SAYS_FAILED =
  /^(?:failed|failure|fail|error|errored|broken|timed?[_ -]?out|crash(?:ed)?|panicked|interrupted|hook_error|cleanup_error)$/i
const MAY_FAIL = /^TEST_CASE tagged with !mayfail$/
/** Types that only say that the test failed. */
const NO_NAME = /^(?:|failure|error|fail|failed|test failure|none|undefined|null)$/i
const TIMED_OUT =
  /(?:^|\b)(?:Test|Hook) timed out (?:in|after) \d|^[ \t]*Test timeout of \d+ ?ms exceeded|Exceeded timeout of \d|TestTimedOutException|^Timeout of \d+ms exceeded|^test timeout$|Timeout >\d|^testTimeoutFailure$/m
const ATTACHMENT = /^(?:attachments?|testrun_attachment)(?:\d+|[:[].*)?$/i
const TAG = /^(?:tag|tags|label|labels|category|categories)$/i

/** How to parse the file that contains a test. */
export interface Reading {
  path: string
  dialect: Dialect
  /** Receives contradictions. */
  repaired(kind: string): void
}

/** The attempts in a test's element, oldest first. */
export const toAttempts = (test: JUnitCase, reading: Reading): ReportedAttempt[] => {
  const failures = test.outcomes.filter(({ kind }) => FAILED.has(kind))
  const reruns = test.outcomes.filter(({ kind }) => RERUN.has(kind))
  const flaky = test.outcomes.filter(({ kind }) => FLAKY.has(kind))
  const last = ownAttempt(test, failures, reading)
  const earlier = flaky.map((outcome) => toRetry(outcome, test, reading))
  const later = reruns.map((outcome) => toRetry(outcome, test, reading))
  // Attempts that failed, and no mention of one that did not: the first of them is the test itself.
  if (failures.length === 0 && flaky.length === 0 && later.length > 0) return later
  return [...earlier, last, ...later]
}

const ownAttempt = (
  test: JUnitCase,
  failures: JUnitOutcome[],
  { path, dialect, repaired }: Reading,
): ReportedAttempt => {
  const { attributes, durationMs, startedAt, stdout, stderr } = test
  const skipped = test.outcomes.find(({ kind }) => kind === 'skipped')
  const said = [attributes.get('status'), attributes.get('result')].filter((word) => word !== undefined)
  const isUntested = said.some((word) => UNTESTED.test(word))
  // A todo, and a test that Catch2 calls `!mayfail`, may fail without failing the run.
  const isTodo = skipped?.type === 'todo' || MAY_FAIL.test(skipped?.message ?? '')
  const status = statusOf()
  const attempt: ReportedAttempt = {
    status,
    durationMs: durationMs ?? 0,
    ...(startedAt !== undefined && { startedAt }),
    ...noted(test.properties),
    ...(stdout && { stdout }),
    ...(stderr && { stderr }),
  }
  if (status === 'failed' || status === 'timedOut')
    attempt.errors =
      failures.length > 0
        ? failures.map((each) => toFailure(each, dialect, test))
        : [{ message: 'failed without a message' }]
  if (status === 'skipped')
    attempt.skip = { kind: isTodo ? 'todo' : isUntested && !skipped ? 'hook' : 'skip', ...reasonOf(skipped) }
  if (test.file && test.lineOfTest > 0) attempt.location = { file: test.file, line: test.lineOfTest }
  const attachments = [...test.attachments, ...attachedBy(test.properties)]
  if (attachments.length > 0)
    attempt.attachments = attachments.map((reference) => toAttachment(reference, path))
  return attempt

  function statusOf(): AttemptStatus {
    if (failures.length > 0 && !isTodo) {
      if (skipped) repaired('failed and skipped')
      return failures.some(isTimeout) ? 'timedOut' : 'failed'
    }
    if (skipped || isUntested || said.some((word) => NOT_RUN.test(word))) return 'skipped'
    if (!said.some((word) => SAYS_FAILED.test(word))) return 'passed'
    repaired('failed without a failure')
    return 'failed'
  }
}

const toRetry = (outcome: JUnitOutcome, test: JUnitCase, { path, dialect }: Reading): ReportedAttempt => {
  const { durationMs = 0, startedAt, stdout, stderr, attachments } = outcome
  return {
    status: isTimeout(outcome) ? 'timedOut' : 'failed',
    durationMs,
    ...(startedAt !== undefined && { startedAt }),
    errors: [toFailure(outcome, dialect, test)],
    ...(stdout && { stdout }),
    ...(stderr && { stderr }),
    ...(test.file && test.lineOfTest > 0 && { location: { file: test.file, line: test.lineOfTest } }),
    ...(attachments.length > 0 && {
      attachments: attachments.map((reference) => toAttachment(reference, path)),
    }),
  }
}

const isTimeout = ({ message, type, text }: JUnitOutcome) =>
  TIMED_OUT.test(message) || TIMED_OUT.test(type) || TIMED_OUT.test(text.slice(0, 500))

/** A failure from an element; `test` contains it, and its name says nothing about the reason. */
export const toFailure = (outcome: JUnitOutcome, dialect: Dialect, test?: JUnitCase): Failure =>
  dialect.failureOf?.(outcome) ?? plainFailure(outcome, test)

const plainFailure = (outcome: JUnitOutcome, test: JUnitCase | undefined): Failure => {
  const { message, type, text } = outcome
  const body = withoutFrame(text)
  const first = body.split('\n', 1)[0]?.trim() ?? ''
  const name = NO_NAME.test(type.trim()) || /\s/.test(type.trim()) ? '' : type.trim()
  const untold = message.trim() || first || type.trim() || 'failed without a message'
  const { message: reportedMessage, rest } = messageOf(outcome, body, test) ?? { message: untold, rest: body }
  const plain =
    name && reportedMessage.startsWith(`${name}: `) ? reportedMessage.slice(name.length + 2) : reportedMessage
  const stack = withoutFrame(rest)
  return {
    message: plain,
    ...(name && { name }),
    ...(stack.trim() !== '' && stack.trim() !== reportedMessage && { stack }),
  }
}

/** Surrounding blank lines belong to the file's layout. */
const withoutFrame = (text: string) => text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()

const reasonOf = (skipped: JUnitOutcome | undefined): { reason?: string } => {
  const reason = skipped && (skipped.message.trim() || skipped.text.trim())
  return reason ? { reason } : {}
}

const noted = (properties: JUnitProperty[]): Pick<ReportedAttempt, 'annotations' | 'tags'> => {
  const tags = properties.filter(({ name }) => TAG.test(name)).flatMap(({ value }) => value.split(/[,;]/))
  const kept = tags.map((tag) => tag.trim()).filter((tag) => tag !== '')
  const annotations = properties
    .filter(({ name }) => !TAG.test(name) && !ATTACHMENT.test(name))
    .map(({ name, value }) => ({ type: name, ...(value && { description: value }) }))
  return { ...(kept.length > 0 && { tags: kept }), ...(annotations.length > 0 && { annotations }) }
}

const attachedBy = (properties: JUnitProperty[]): string[] =>
  properties
    .filter(({ name, value }) => ATTACHMENT.test(name) && value !== '')
    .map(({ value }) => value.trim())
