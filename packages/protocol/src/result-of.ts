import type { AttemptStatus, ResultStatus } from './result.ts'

/**
 * The result of a test after one more attempt: the last attempt that ran decides. A pass after a
 * failure is `flaky`, a failure after a pass is `failed`, and an attempt that did not run changes
 * nothing. A test starts as `skipped`.
 */
export const statusAfter = (before: ResultStatus, attempt: AttemptStatus): ResultStatus => {
  if (attempt === 'failed' || attempt === 'timedOut') return 'failed'
  if (attempt !== 'passed') return before
  return before === 'failed' || before === 'flaky' ? 'flaky' : 'passed'
}

/** How bad a result is; of several repeats of a test, the worst counts. */
export const RANK: Readonly<Record<ResultStatus, number>> = { skipped: 0, passed: 1, flaky: 2, failed: 3 }

/** The result of a test from its attempts, oldest first; `before` is that of attempts that came earlier. */
export const resultOf = (
  attempts: Iterable<{ status: AttemptStatus; repeat?: number | undefined }>,
  before: ResultStatus = 'skipped',
): ResultStatus => {
  const repeats = new Map<number, ResultStatus>([[0, before]])
  for (const { status, repeat = 0 } of attempts)
    repeats.set(repeat, statusAfter(repeats.get(repeat) ?? 'skipped', status))
  return [...repeats.values()].reduce((worst, each) => (RANK[each] > RANK[worst] ? each : worst))
}
