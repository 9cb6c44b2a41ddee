import type { Attempt, AttemptDetail, AttemptStatus, SkipKind } from '@svc/protocol'
import type { FailedHook } from './failed-hooks.ts'
import { isTimeout, toFailure } from './failure.ts'
import type { FileEntry, Status, TestCaseResult } from './jest.ts'

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

/** True for a test that ran, regardless of its outcome. */
export const didRun = (entry: Pick<FileEntry, 'status'>): boolean => STATUS[entry.status] !== 'skipped'

/** One attempt of a test in the file `path`; `now` replaces a start that this Jest does not report. */
export const toAttempt = (result: TestCaseResult, path: string, now: number): Attempt => {
  const durationMs = result.duration ?? 0
  const status = STATUS[result.status]
  const attempt: Attempt = { status, startedAt: result.startedAt ?? now - durationMs, durationMs }
  if (result.failureMessages.length > 0 && status !== 'passed') {
    attempt.errors = result.failureMessages.map((text, index) =>
      toFailure(result.failureDetails[index], text),
    )
    if (attempt.errors.some(isTimeout)) attempt.status = 'timedOut'
  }
  if (result.failing && status === 'passed') attempt.expectedFailure = true
  if (result.location && status !== 'passed') attempt.location = { file: path, ...result.location }
  return attempt
}

/**
 * The attempts before the last that only the result of a file contains. All of them failed, or no later one would
 * exist. Their errors exist only if the project logs them.
 */
export const toEarlier = (entry: FileEntry, startedAt: number): Attempt[] =>
  Array.from({ length: (entry.invocations ?? 1) - 1 }, (_, index): Attempt => {
    const text = entry.retryReasons?.[index]
    return {
      status: 'failed',
      startedAt,
      durationMs: 0,
      ...(text ? { errors: [toFailure(undefined, text)] } : {}),
    }
  })

/** The last attempt of a test, as if it had been reported alone. */
export const asCaseResult = (entry: FileEntry): TestCaseResult => ({
  ...entry,
  startedAt: entry.startAt ?? null,
})

/** The only attempt of a test that did not run. `pattern` is the value of `--testNamePattern`. */
export const toSkipped = (
  entry: FileEntry,
  path: string,
  pattern: RegExp | undefined,
  now: number,
): Attempt => ({
  status: 'skipped',
  startedAt: now,
  durationMs: 0,
  skip: whySkipped(entry, pattern),
  ...(entry.location ? { location: { file: path, ...entry.location } } : {}),
})

/** The attempt of a test that a failed hook prevented from running. */
export const toVictim = ({ startedAt, location }: Attempt, { reason }: FailedHook): Attempt => ({
  status: 'skipped',
  startedAt,
  durationMs: 0,
  skip: { kind: 'hook', ...(reason ? { reason } : {}) },
  ...(location ? { location } : {}),
})

const whySkipped = (entry: FileEntry, pattern: RegExp | undefined): NonNullable<AttemptDetail['skip']> => {
  const isLeftOut = entry.status === 'pending' && pattern !== undefined && !pattern.test(entry.fullName)
  return { kind: isLeftOut ? 'filtered' : SKIP[entry.status] }
}
