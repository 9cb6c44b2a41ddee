import type { AttemptStatus, Failure } from '@svc/protocol'
import { jestFailure, jestFileFailure } from '../../common/stack.ts'
import type { Format, ReportedAttempt, Sink } from '../../format.ts'
import { headKeys } from '../head-keys.ts'
import { dateOf, durationOf, type Fields, fieldsOf, listOf, textOf, wholeOf } from '../values.ts'
import { readAssertions } from './assertions.ts'

const STATUS = new Map<unknown, AttemptStatus>([
  ['passed', 'passed'],
  ['focused', 'passed'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
  ['skipped', 'skipped'],
  ['todo', 'skipped'],
  ['disabled', 'skipped'],
])

const TIMEOUT = /Exceeded timeout of \d|Timeout - Async callback was not invoked within/
const MOST_TRIES = 100

/** The output of `jest --json`, which a testResultsProcessor also gets. */
export const jest: Format = {
  name: 'jest-json',
  detect: (head) => headKeys(head).has('numTotalTests', 'numRuntimeErrorTestSuites'),
  runner: () => ({ name: 'jest' }),
  startedAt: (head) => dateOf(headKeys(head).value('startTime')),
  read: (source, sink) =>
    readAssertions(source, sink, { name: 'jest', toAttempts, toFileFailure: jestFileFailure }),
}

const toAttempts = (test: Fields, sink: Sink, line: number): ReportedAttempt[] => {
  const status = STATUS.get(test.status)
  if (!status) sink.repaired(`unknown status ${JSON.stringify(test.status)}, counted as failed`, line)
  const startedAt = dateOf(test.startAt, sink, line)
  const last: ReportedAttempt = {
    status: status ?? 'failed',
    durationMs: durationOf(test.duration, sink, line),
    ...(startedAt !== undefined && { startedAt }),
  }
  if (last.status === 'skipped') last.skip = { kind: test.status === 'todo' ? 'todo' : 'skip' }
  if (last.status === 'failed') addErrors(last, test)
  if (test.failing === true && last.status === 'passed') last.expectedFailure = true
  return [...toEarlier(test, startedAt), last]
}

const addErrors = (attempt: ReportedAttempt, { failureMessages, failureDetails, location }: Fields): void => {
  const details = listOf(failureDetails)
  const errors = listOf(failureMessages).flatMap((text, index) =>
    typeof text === 'string' ? [withCompared(jestFailure(text), details[index])] : [],
  )
  attempt.errors = errors.length > 0 ? errors : [{ message: 'Failed without a message.' }]
  if (errors.some(({ message }) => TIMEOUT.test(message))) attempt.status = 'timedOut'
  const line = wholeOf(fieldsOf(location).line)
  const file = errors[0]?.location?.file
  if (line !== undefined && file) attempt.location = { file, line }
}

const withCompared = (failure: Failure, detail: unknown): Failure => {
  const { expected, actual } = fieldsOf(fieldsOf(detail).matcherResult)
  if (expected !== undefined) failure.expected = print(expected)
  if (actual !== undefined) failure.actual = print(actual)
  return failure
}

const print = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Attempts before the last, all failed. Their errors are known only if Jest logs them. */
const toEarlier = (
  { invocations, retryReasons }: Fields,
  startedAt: number | undefined,
): ReportedAttempt[] => {
  const reasons = listOf(retryReasons)
  const tries = Math.min(wholeOf(invocations) ?? 1, MOST_TRIES)
  return Array.from({ length: Math.max(0, tries - 1) }, (_, index): ReportedAttempt => {
    const text = textOf(reasons[index])
    return {
      status: 'failed',
      durationMs: 0,
      ...(startedAt !== undefined && { startedAt }),
      ...(text ? { errors: [jestFailure(text)] } : {}),
    }
  })
}
