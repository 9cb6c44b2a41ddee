import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import type { ReporterOptions } from '@svc/playwright'
import { ARGS, executable } from './chromium.ts'

const OUTPUT = join(import.meta.dirname, '../../../.test/dashboard')

/** With a key, our own reporter sends this suite to our own server. */
const own = { project: 'svc', suite: 'dashboard' } satisfies ReporterOptions

/** What `dashboard:screenshots` runs instead of the tests: every view, or the pictures of the documentation. */
const TESTS: Record<string, string> = { all: 'screenshots.ts', docs: 'docs-pictures.ts' }

export default defineConfig({
  testDir: import.meta.dirname,
  testMatch: TESTS[process.env.SVC_SCREENSHOTS ?? ''] ?? '*.spec.ts',
  outputDir: join(OUTPUT, 'results'),
  globalSetup: './set-up.ts',
  workers: 2,
  fullyParallel: true,
  // Only to end a test that hangs, on a machine with ten times the work it can do.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  reporter: process.env.SVC_API_KEY ? [['line'], ['@svc/playwright', own]] : [['line']],
  use: {
    launchOptions: { executablePath: executable(), args: ARGS },
    locale: 'en-US',
    timezoneId: 'UTC',
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test costs half of the time: SVC_TRACE=1 records those that fail.
    trace: process.env.SVC_TRACE ? 'retain-on-failure' : 'off',
  },
})
