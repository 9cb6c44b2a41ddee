import { inject } from 'vitest'
import { describeUnless } from './describe-unless.ts'
import './install-chromium.ts'

/** Thorough tests that start a browser, whose command path they receive. */
export const describeInChromium = (name: string, tests: (executable: string) => void): void => {
  const chromium = inject('chromium')
  if ('missing' in chromium) describeUnless(chromium.missing, name, () => undefined)
  else describeUnless(null, name, () => tests(chromium.executable))
}
