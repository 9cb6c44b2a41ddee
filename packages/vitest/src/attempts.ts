import type { TestCase } from 'vitest/node'

export type TestAttempt = ReturnType<TestCase['attempts']>[number]

/** True if this Vitest distinguishes the attempts of a test (since 5.1.1). */
export const tellsAttempts = (test: TestCase): boolean => typeof test.attempts === 'function'

/** Vitest's facts about the attempts of a test that ran, oldest first; empty for a test that did not run. */
export const attemptsOf = (test: TestCase): readonly TestAttempt[] => {
  const told = tellsAttempts(test) ? test.attempts() : []
  const [only] = told
  if (told.length > 1) return told.at(-1)?.state === 'skipped' ? [givenUp(told)] : told
  // A single attempt takes as long as the test, which is the time that Vitest itself reports.
  if (only) return [{ ...only, duration: test.diagnostic()?.duration ?? only.duration }]
  const result = test.result()
  if (result.state !== 'passed' && result.state !== 'failed') return told
  // A type check has no times, and neither has a test that failed before it started.
  const { startTime, duration, retryCount } = test.diagnostic() ?? UNTIMED()
  const last = { state: result.state, startTime, duration, retryIndex: retryCount, repeatIndex: 0 }
  // `test.fails` is retried as well before it counts as passed, without being flaky.
  const failures = test.options.fails || retryCount === 0 ? [] : failedTries(test, retryCount)
  const errors = result.state === 'failed' ? result.errors : undefined
  if (failures.length === 0) return [{ ...last, errors }]
  const tries = failures.map(
    (each, retryIndex): TestAttempt => ({ ...last, state: 'failed', errors: each, duration: 0, retryIndex }),
  )
  const final: TestAttempt = { ...last, errors: failures[retryCount] }
  return [...tries.slice(0, retryCount), final]
}

// A test that skips itself in a later attempt counts as skipped, as Vitest counts it: an earlier
// failed attempt becomes an error of that skipped attempt.
const givenUp = (tries: readonly TestAttempt[]): TestAttempt => ({
  ...(tries[0] as TestAttempt),
  state: 'skipped',
  errors: tries.flatMap(({ errors = [] }) => errors),
  duration: tries.reduce((sum, { duration }) => sum + duration, 0),
})

// Before 5.1.1 there is one list of errors for all attempts. Every failed attempt adds at least
// one. If there are as many errors as failed attempts, each attempt gets its own; otherwise the
// first attempt gets all of them.
const failedTries = (test: TestCase, retryCount: number): TestAttempt['errors'][] => {
  const { state, errors = [] } = test.result()
  const tries = state === 'failed' ? retryCount + 1 : retryCount
  if (errors.length === tries) return errors.map((error) => [error])
  return Array.from({ length: tries }, (_, index) => (index === 0 ? errors : undefined))
}

const UNTIMED = () => ({ startTime: Date.now(), duration: 0, retryCount: 0 })
