import type { AttemptStatus, Failure } from '@svc/protocol'
import { plain, vitestFailure } from '../../common/stack.ts'
import type { Format, ReportedAttempt, Sink } from '../../format.ts'
import { headKeys } from '../head-keys.ts'
import { dateOf, durationOf, type Fields, fieldsOf, listOf, wholeOf } from '../values.ts'
import { readAssertions } from './assertions.ts'

const STATUS = new Map<unknown, AttemptStatus>([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['skipped', 'skipped'],
  ['pending', 'skipped'],
  ['todo', 'skipped'],
  ['disabled', 'skipped'],
])

/** Vitest has no separate state for a time-out, only these sentences. */
const TIMEOUT = /^(?:(?:Test|Hook) timed out in \d|The \w+ phase of "\w+" hook timed out after \d)/

/** Vitest's JSON reporter. It writes one duration and one list of errors for all attempts of a test. */
export const vitest: Format = {
  name: 'vitest-json',
  detect: (head) => {
    const keys = headKeys(head)
    return keys.has('numTotalTests') && !keys.has('numRuntimeErrorTestSuites')
  },
  runner: () => ({ name: 'vitest' }),
  startedAt: (head) => dateOf(headKeys(head).value('startTime')),
  read: (source, sink) =>
    readAssertions(source, sink, {
      name: 'vitest',
      untoldFile:
        'The file has no result: `bail` ended the run before, or its worker died. The report does not say which.',
      toAttempts,
      toFileFailure: (message) => ({ message: plain(message) }),
    }),
}

const toAttempts = (test: Fields, sink: Sink, line: number): ReportedAttempt[] => {
  const status = STATUS.get(test.status)
  if (!status) sink.repaired(`unknown status ${JSON.stringify(test.status)}, counted as failed`, line)
  const errors = listOf(test.failureMessages).flatMap((text) =>
    typeof text === 'string' ? [vitestFailure(text)] : [],
  )
  const last: ReportedAttempt = {
    status: status ?? 'failed',
    durationMs: durationOf(test.duration, sink, line),
  }
  const tags = listOf(test.tags).filter((tag) => typeof tag === 'string')
  if (tags.length > 0) last.tags = tags
  if (last.status === 'passed') return [...errors.map(failedTry), last]
  const row = wholeOf(fieldsOf(test.location).line)
  if (last.status === 'skipped') {
    return [{ ...last, skip: { kind: test.status === 'todo' ? 'todo' : 'skip' } }]
  }
  last.errors = errors.length > 0 ? errors : [{ message: 'Failed without a message.' }]
  if (errors.some(({ message }) => TIMEOUT.test(message))) last.status = 'timedOut'
  if (row !== undefined && errors[0]?.location) last.location = { file: errors[0].location.file, line: row }
  return [last]
}

/** A test that passed only has errors of earlier attempts. */
const failedTry = (error: Failure): ReportedAttempt => ({
  status: TIMEOUT.test(error.message) ? 'timedOut' : 'failed',
  durationMs: 0,
  errors: [error],
})
