import type { TestCase } from 'vitest/node'

export type TestAttempt = ReturnType<TestCase['attempts']>[number]

/** True if this Vitest distinguishes the attempts of a test (since 5.1.1). */
export const tellsAttempts = (test: TestCase): boolean => typeof test.attempts === 'function'

/** What Vitest reports about the tries of a test that ran, oldest first; empty for one that did not. */
export const attemptsOf = (test: TestCase): readonly TestAttempt[] => {
  const told = tellsAttempts(test) ? test.attempts() : []
  const [only] = told
  if (told.length > 1) return told.at(-1)?.state === 'skipped' ? [givenUp(told)] : told
  // An only try takes as long as the test: that is what Vitest itself reports.
  if (only) return [{ ...only, duration: test.diagnostic()?.duration ?? only.duration }]
  const result = test.result()
  if (result.state !== 'passed' && result.state !== 'failed') return told
  // A type check has no times, nor has a test that failed before it began.
  const { startTime, duration, retryCount } = test.diagnostic() ?? UNTIMED()
  const last = { state: result.state, startTime, duration, retryIndex: retryCount, repeatIndex: 0 }
  // `test.fails` is tried again as well before it comes out as passed, without being flaky.
  const failures = test.options.fails || retryCount === 0 ? [] : failedTries(test, retryCount)
  const errors = result.state === 'failed' ? result.errors : undefined
  if (failures.length === 0) return [{ ...last, errors }]
  const tries = failures.map(
    (each, retryIndex): TestAttempt => ({ ...last, state: 'failed', errors: each, duration: 0, retryIndex }),
  )
  const final: TestAttempt = { ...last, errors: failures[retryCount] }
  return [...tries.slice(0, retryCount), final]
}

// A test that skips itself in a later try counts as skipped, as Vitest counts it: a failed try before it is an error of
// that one skipped attempt.
const givenUp = (tries: readonly TestAttempt[]): TestAttempt => ({
  ...(tries[0] as TestAttempt),
  state: 'skipped',
  errors: tries.flatMap(({ errors = [] }) => errors),
  duration: tries.reduce((sum, { duration }) => sum + duration, 0),
})

type Errors = TestAttempt['errors']

// Before 5.1.1 there is one list of errors over all tries. Every failed try adds one at least, so where there
// are as many errors as failed tries each has its own; else all of them stand on the first.
const failedTries = (test: TestCase, retryCount: number): Errors[] => {
  const { state, errors = [] } = test.result()
  const tries = state === 'failed' ? retryCount + 1 : retryCount
  if (errors.length === tries) return errors.map((error) => [error])
  return Array.from({ length: tries }, (_, index) => (index === 0 ? errors : undefined))
}

const UNTIMED = () => ({ startTime: Date.now(), duration: 0, retryCount: 0 })
