import type { TestCaseResult, TestResult } from '@jest/reporters'
import type { Attempt, AttemptDetail, AttemptStatus, SkipKind } from '@svc/protocol'
import { isTimeout, toFailure } from './failure.ts'

/** A test as the result of its file names it, in declaration order. */
export type FileEntry = TestResult['testResults'][number]
type Status = FileEntry['status']

const STATUS: Record<Status, AttemptStatus> = {
  passed: 'passed',
  failed: 'failed',
  focused: 'passed',
  pending: 'skipped',
  skipped: 'skipped',
  todo: 'skipped',
  disabled: 'skipped',
}

const SKIP: Record<Status, SkipKind> = {
  passed: 'skip',
  failed: 'skip',
  focused: 'skip',
  pending: 'skip',
  skipped: 'skip',
  todo: 'todo',
  disabled: 'skip',
}

/** True for a test that ran, whatever came of it. */
export const didRun = (entry: Pick<FileEntry, 'status'>): boolean => STATUS[entry.status] !== 'skipped'

/** One try of a test; `now` stands in for the start where this Jest does not tell it. */
export const toAttempt = (result: TestCaseResult, now: number): Attempt => {
  const errors = result.failureMessages.map((text, index) => toFailure(result.failureDetails[index], text))
  const durationMs = result.duration ?? 0
  const status = STATUS[result.status]
  return {
    status: status === 'failed' && errors.some(isTimeout) ? 'timedOut' : status,
    startedAt: result.startedAt ?? now - durationMs,
    durationMs,
    ...(errors.length > 0 ? { errors } : {}),
    ...(result.failing && status === 'passed' ? { expectedFailure: true } : {}),
  }
}

/**
 * The attempts that only the result of a file tells, without the first `told` of them. Earlier
 * ones failed, or there would be no later; their errors are there only where the project logs them.
 */
export const toAttempts = (entry: FileEntry, told: number, now: number): Attempt[] => {
  const last = toAttempt({ ...entry, startedAt: entry.startAt ?? null }, now)
  const before = Array.from({ length: (entry.invocations ?? 1) - 1 }, (_, index): Attempt => {
    const text = entry.retryReasons?.[index]
    return {
      status: 'failed',
      startedAt: last.startedAt,
      durationMs: 0,
      ...(text ? { errors: [toFailure(undefined, text)] } : {}),
    }
  })
  return [...before, last].slice(told)
}

/** The one attempt of a test that did not run. `pattern` is what `--testNamePattern` said. */
export const toSkipped = (entry: FileEntry, pattern: RegExp | undefined, now: number): Attempt => ({
  status: 'skipped',
  startedAt: now,
  durationMs: 0,
  skip: whySkipped(entry, pattern),
})

const whySkipped = (entry: FileEntry, pattern: RegExp | undefined): NonNullable<AttemptDetail['skip']> => {
  const isLeftOut = entry.status === 'pending' && pattern !== undefined && !pattern.test(entry.fullName)
  return { kind: isLeftOut ? 'filtered' : SKIP[entry.status] }
}
