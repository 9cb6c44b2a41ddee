import { describe, test } from 'vitest'
import { THOROUGH } from './thorough.ts'

const THOROUGHLY = { tags: [THOROUGH] }

/**
 * Thorough tests of a program that a machine may lack. If something is missing, they are skipped with that reason, and
 * in CI they fail with it, because tests that did not run must not look like passed ones.
 */
export const describeUnless = (missing: string | null, name: string, tests: () => void): void => {
  if (missing === null) return void describe(name, THOROUGHLY, tests)
  test(name, THOROUGHLY, ({ skip }) => {
    if (process.env.CI) throw new Error(missing)
    skip(missing)
  })
}
