import { describe, inject, test } from 'vitest'
import './install-chromium.ts'
import { THOROUGH } from './thorough.ts'

const THOROUGHLY = { tags: [THOROUGH] }

/**
 * Thorough tests that start a browser, whose command path they receive. Without a browser they are
 * skipped with the reason, and in CI they fail with it, because tests that did not run must not
 * look like passed ones.
 */
export const describeInChromium = (name: string, tests: (executable: string) => void): void => {
  const chromium = inject('chromium')
  if ('executable' in chromium) return void describe(name, THOROUGHLY, () => tests(chromium.executable))
  test(name, THOROUGHLY, ({ skip }) => {
    if (process.env.CI) throw new Error(chromium.missing)
    skip(chromium.missing)
  })
}
